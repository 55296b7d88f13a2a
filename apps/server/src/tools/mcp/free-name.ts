const LONGEST = 64

/** A name that graphs and models can use and no other tool has: the tool's own, else with its server's. */
export function freeName(tool: string, server: string, taken: readonly string[]): string {
  const plain = (text: string) =>
    text.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, LONGEST) || 'tool'
  const own = plain(tool)
  const full = plain(`${server}_${tool}`)
  const wishes = [own, full]
  for (let next = 2; ; next++) {
    const free = wishes.find((name) => !taken.includes(name))
    if (free !== undefined) return free
    wishes.push(`${full.slice(0, LONGEST - 5)}_${next}`)
  }
}
