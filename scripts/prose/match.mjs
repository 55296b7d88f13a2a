/** Returns a function that returns the match of a pattern in a text, or null. Texts that match `except` do not count. */
export const match = (pattern, except) => (text) => {
  const found = pattern.exec(text)
  return found && !(except && except.test(text)) ? found[0] : null
}
