/** A field both sides changed, each in its own way; undefined where a side has no such field. */
export type MergeConflict = {
  /** Names it among the choices. */
  key: string
  /** From the document down: `nodes`, `plan`, `prompt`, `messages`, `0`, `text`. */
  path: readonly string[]
  base: unknown
  ours: unknown
  theirs: unknown
}

export type MergeChoice = 'ours' | 'theirs'
export type MergeChoices = Readonly<Record<string, MergeChoice>>

/** Settles conflicts as chosen, by ours where nothing is, and notes each. */
export class Conflicts {
  readonly all: MergeConflict[] = []
  readonly #choices: MergeChoices

  constructor(choices: MergeChoices) {
    this.#choices = choices
  }

  settle(path: readonly string[], base: unknown, ours: unknown, theirs: unknown): unknown {
    const key = path.join('.')
    this.all.push({ key, path, base, ours, theirs })
    return this.#choices[key] === 'theirs' ? theirs : ours
  }
}

/** "prompt.messages.0.text of node `plan`". */
export function describeConflict({ path }: MergeConflict): string {
  const [part = '', name, ...field] = path
  const thing = name === undefined ? part : `${THINGS[part] ?? part} \`${name}\``
  return field.length === 0 ? thing : `${field.join('.')} of ${thing}`
}

const THINGS: Readonly<Record<string, string>> = {
  nodes: 'node',
  state: 'channel',
  edges: 'the way on from',
}
