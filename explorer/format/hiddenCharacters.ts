// Characters that change how the text around them looks: those that reverse the direction, or that
// nobody sees. A text that somebody has to agree to must not contain them as they are.

/** Line breaks and tabs are seen as such; the joiners are part of emoji and of some scripts. */
const HIDDEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** What names of accounts, methods and pages consist of. */
const PLAIN_NAME = /^[\w.:/@-]+$/;

/** The same text with the numbers of such characters, as in `\u{202e}`. */
export function showHidden(text: string): string {
  return text.replaceAll(HIDDEN, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}

/** A name for the middle of a sentence: in quotation marks if it could pass for a part of it. */
export function quoteName(name: string): string {
  return PLAIN_NAME.test(name) ? name : quoteText(name);
}

export function quoteText(text: string): string {
  return showHidden(JSON.stringify(text));
}
