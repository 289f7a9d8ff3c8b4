// The keys of an account. One with full access is a risk, so it stands out.

import type { AccessKey } from '../../chain/wire.ts';
import { describePermission } from '../../format/permissions.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copyButton.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Near } from '../values/amounts.tsx';
import { AccountLink } from '../values/links.tsx';

/** Names of methods that are shown. */
const METHODS_MAX = 12;

export function KeyTable({ keys }: { keys: readonly AccessKey[] }) {
  return (
    <Panel id="keys" class="flush" title="Keys" note={keys.length}>
      {keys.length === 0 ? (
        <Notice>No key can sign for this account.</Notice>
      ) : (
        <div class="scroll-x">
          <table class="table cards keys">
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">May</th>
                <th scope="col" class="r">
                  Nonce
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <KeyRow key={key.public_key} accessKey={key} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function KeyRow({ accessKey: { public_key, access_key } }: { accessKey: AccessKey }) {
  return (
    <tr>
      <td class="full">
        <span class="key">
          <Icon name="key" />
          <code class="wrap">{public_key}</code>
          <CopyButton isIcon text={public_key} label="Copy the key" />
        </span>
      </td>
      <td class="full wrap">
        <Permission permission={access_key.permission} />
      </td>
      <td class="r num drop">{`${access_key.nonce}`}</td>
    </tr>
  );
}

function Permission({ permission }: { permission: AccessKey['access_key']['permission'] }) {
  const { isFull, isGasKey, receiver, methods, allowance, balance } =
    describePermission(permission);
  return (
    <>
      {isFull ? <Badge tone="warn">full access</Badge> : <Badge>call</Badge>}{' '}
      {isGasKey && <Badge>gas key</Badge>}{' '}
      {receiver !== null && (
        <>
          {methods.length === 0 ? (
            'any method'
          ) : (
            <bdi class="mono s">
              {methods.slice(0, METHODS_MAX).join(', ')}
              {methods.length > METHODS_MAX && ', …'}
            </bdi>
          )}{' '}
          of <AccountLink id={receiver} />{' '}
        </>
      )}
      {allowance !== null && (
        <span class="faint">
          up to <Near yocto={allowance} />
        </span>
      )}
      {!isFull && allowance === null && <span class="faint">without a limit</span>}
      {balance !== null && (
        <span class="faint">
          {' '}
          holds <Near yocto={balance} />
        </span>
      )}
    </>
  );
}
