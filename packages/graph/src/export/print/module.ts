import { HARD_BREAK, list } from './layout.ts'

/** A module that collects its imports while its parts are written. */
export type Module = {
  path: string
  /** Imports a name and returns it. Types are imported as types. */
  use: (name: string, from: string) => string
  useType: (name: string, from: string) => string
  add: (...lines: string[]) => void
  text: () => string
}

type Imported = { values: Set<string>; types: Set<string> }

export function createModule(path: string): Module {
  const imports = new Map<string, Imported>()
  const parts: string[] = []
  const from = (target: string): Imported => {
    const specifier = target.startsWith('/') ? relative(path, target.slice(1)) : target
    const found = imports.get(specifier) ?? { values: new Set(), types: new Set() }
    imports.set(specifier, found)
    return found
  }
  return {
    path,
    use(name, target) {
      from(target).values.add(name)
      return name
    },
    useType(name, target) {
      from(target).types.add(name)
      return name
    },
    add: (...lines) => void parts.push(lines.join('\n')),
    text() {
      const head = [...imports]
        .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
        .flatMap(([specifier, { values, types }]) => [
          ...importLine('import', values, specifier),
          ...importLine(
            'import type',
            new Set([...types].filter((name) => !values.has(name))),
            specifier,
          ),
        ])
      const all = [...(head.length > 0 ? [head.join('\n')] : []), ...parts]
      return `${all.join('\n\n')}\n`.replaceAll(HARD_BREAK, '\n')
    },
  }
}

const rank = (specifier: string): number => (specifier.startsWith('.') ? 1 : 0)

function importLine(word: string, names: ReadonlySet<string>, specifier: string): string[] {
  if (names.size === 0) return []
  const all = [...names].sort((a, b) => a.localeCompare(b, 'en'))
  if (all[0]?.startsWith('* as ')) return [`${word} ${all[0]} from '${specifier}'`]
  return [`${list('{}', all, `${word} `)} from '${specifier}'`]
}

function relative(path: string, target: string): string {
  const up = path.split('/').length - 1
  return (up === 0 ? './' : '../'.repeat(up)) + target
}
