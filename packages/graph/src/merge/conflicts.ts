/** A field that both sides changed differently; undefined if a side has no such field. */
export type MergeConflict = {
  /** Identifies the conflict in `choices`. */
  key: string
  /** Path from the document root: `nodes`, `plan`, `prompt`, `messages`, `0`, `text`. */
  path: readonly string[]
  base: unknown
  ours: unknown
  theirs: unknown
}

export type MergeChoice = 'ours' | 'theirs'
export type MergeChoices = Readonly<Record<string, MergeChoice>>

/** Resolves conflicts by the choices, or by our side, and records each. */
export class Conflicts {
  readonly all: MergeConflict[] = []
  readonly #choices: MergeChoices

  constructor(choices: MergeChoices) {
    this.#choices = choices
  }

  resolve(path: readonly string[], base: unknown, ours: unknown, theirs: unknown): unknown {
    const key = path.join('.')
    this.all.push({ key, path, base, ours, theirs })
    return this.#choices[key] === 'theirs' ? theirs : ours
  }
}

/** Formats a conflict: "prompt.messages.0.text of node `plan`". */
export function describeConflict({ path }: MergeConflict): string {
  const [part = '', name, ...field] = path
  const target = name === undefined ? part : `${PART_LABELS[part] ?? part} \`${name}\``
  return field.length === 0 ? target : `${field.join('.')} of ${target}`
}

const PART_LABELS: Readonly<Record<string, string>> = {
  nodes: 'node',
  state: 'channel',
  edges: 'the edge from',
}
