/** SQL's LIKE, whatever the case: `%` is any text, `_` any character. No pattern takes longer than its length times the text's. */
export function isLike(given: string, like: string): boolean {
  const [text, pattern] = [given.toLowerCase(), like.toLowerCase()]
  let at = 0
  let next = 0
  /** Behind the last `%`, and how much of the text that has taken. */
  let afterAny = -1
  let taken = 0
  while (at < text.length) {
    const sign = pattern[next]
    if (sign === '%') {
      next += 1
      afterAny = next
      taken = at
    } else if (sign === '_' || sign === text[at]) {
      next += 1
      at += 1
    } else if (afterAny >= 0) {
      taken += 1
      at = taken
      next = afterAny
    } else return false
  }
  while (pattern[next] === '%') next += 1
  return next === pattern.length
}
