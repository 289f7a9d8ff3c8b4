// The arguments of a call as named values, if they are an object that is easy to read that way.

const FIELDS_MAX = 12;
const TEXT_LENGTH_MAX = 160;
const ACCOUNT = /^(?=.{2,64}$)(?=.*\.)[a-z\d]+([-_.][a-z\d]+)*$/;

export interface Argument {
  readonly name: string;
  readonly text: string;
  readonly isAccount: boolean;
}

/** Null for JSON that is better shown as it is. */
export function listArguments(json: string): Argument[] | null {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = Object.entries(value).map(([name, field]) => {
    const isText = typeof field === 'string';
    const text = isText ? field : JSON.stringify(field);
    return { name, text, isAccount: isText && ACCOUNT.test(field) };
  });
  const isReadable = fields.every(
    ({ name, text }) => name.length <= 40 && text.length <= TEXT_LENGTH_MAX,
  );
  return isReadable && fields.length > 0 && fields.length <= FIELDS_MAX ? fields : null;
}
