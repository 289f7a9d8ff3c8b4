// The response to the last request; it can be folded, and scrolls by itself.

import { formatBytes } from '../../format/amounts.ts';
import { formatSpan } from '../../format/times.ts';
import { formatJson } from '../../format/values.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copyButton.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { LongText } from '../values/texts.tsx';

export interface Response {
  readonly text: string;
  readonly durationMs: number;
  readonly isFailure: boolean;
}

export function ResponsePanel({ response }: { response: Response | null }) {
  return (
    <section class="panel response" aria-label="Response" aria-live="polite">
      {response === null ? (
        <Notice>The response appears here.</Notice>
      ) : (
        <details class="raw" open>
          <summary>
            <Icon name="right" class="turn" />
            Response
            {response.isFailure ? (
              <Badge tone="fail" icon="cross">
                Error
              </Badge>
            ) : (
              <Badge tone="ok" icon="check">
                Result
              </Badge>
            )}
            <span class="faint s">
              {formatSpan(response.durationMs)}, {formatBytes(response.text.length)}
            </span>
          </summary>
          <div class="form">
            <LongText text={formatJson(response.text) ?? response.text} />
            <div class="row">
              <CopyButton text={response.text} label="Copy the response" />
            </div>
          </div>
        </details>
      )}
    </section>
  );
}
