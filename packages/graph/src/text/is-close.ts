/** Returns whether two names differ by one typing error. */
export function isClose(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true
  if (Math.abs(a.length - b.length) > 1 || a.length < 3) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end += 1
  return a.length - start - end <= 1 && b.length - start - end <= 1
}
