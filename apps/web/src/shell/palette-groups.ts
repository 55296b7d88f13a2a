import type { Hotkey } from '../lib/hotkeys.ts'

export type PaletteEntry = Pick<Hotkey, 'group' | 'label' | 'keys' | 'run'>

/** After what the page itself offers. */
const LAST = ['Go to', 'Agents', 'Everywhere']

/** By group, what is listed elsewhere alone left out; of two with one name the later declared wins. */
export function paletteGroups(
  hotkeys: readonly Hotkey[],
  others: readonly PaletteEntry[],
): { group: string; entries: PaletteEntry[] }[] {
  const entries = [...hotkeys.filter((hotkey) => !hotkey.hidden), ...others]
  const latest = new Map(entries.map((entry) => [`${entry.group} ${entry.label}`, entry]))
  return [...Map.groupBy(latest.values(), (entry) => entry.group)]
    .map(([group, entries]) => ({ group, entries }))
    .sort((a, b) => LAST.indexOf(a.group) - LAST.indexOf(b.group))
}

const ID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

/** For an id out of a program's log: of a trace or a step, with dashes or as OpenTelemetry writes it. */
export function entriesOfId(query: string, open: (id: string) => void): PaletteEntry[] {
  const id = query.trim()
  if (!ID.test(id)) return []
  return [{ group: 'Traces', label: `Open trace or span ${id}`, run: () => open(id) }]
}
