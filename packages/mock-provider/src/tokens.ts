/**
 * A stable tokenizer with about four characters per token: an optional space and up to six letters, three digits or
 * four punctuation marks; a run of whitespace; a CJK character or an emoji.
 */
const TOKEN =
  / ?(?:[A-Za-z\u00c0-\u1fff]{1,6}|[0-9]{1,3}|[!-/:-@[-`{-\u00bf\u2000-\u2e7f]{1,4})|[\0- ]{1,16}|[\ud800-\udbff][\udc00-\udfff]|[\u2e80-\uffff]/g

/** Splits a text into tokens. Joined, they are the text again. */
export const splitTokens = (text: string): string[] => text.match(TOKEN) ?? []

export const countTokens = (text: string): number => splitTokens(text).length
