/** Of a new column, row or check: none there is already. */
export function freeKey(taken: readonly { key: string }[], prefix: string): string {
  const [key = prefix] = freeKeys(taken, prefix, 1)
  return key
}

/** As many, none of them there already. */
export function freeKeys(
  taken: readonly { key: string }[],
  prefix: string,
  count: number,
): string[] {
  const keys = new Set(taken.map(({ key }) => key))
  const free: string[] = []
  for (let number = keys.size + 1; free.length < count; number += 1) {
    if (!keys.has(`${prefix}${number}`)) free.push(`${prefix}${number}`)
  }
  return free
}

/** `v1` → `v1 copy`, whose copy is `v1 copy 2`. */
export function copyName(name: string, taken: readonly { name: string }[]): string {
  const names = new Set(taken.map((one) => one.name))
  const copy = `${name.replace(/ copy( \d+)?$/, '').slice(0, 90)} copy`
  if (!names.has(copy)) return copy
  for (let number = 2; ; number += 1) {
    if (!names.has(`${copy} ${number}`)) return `${copy} ${number}`
  }
}
