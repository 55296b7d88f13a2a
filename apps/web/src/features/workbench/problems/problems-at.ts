import type { Problem } from '@lathe/contract'

const indexes = new WeakMap<readonly Problem[], Map<string | undefined, Problem[]>>()
const NONE: readonly Problem[] = []

/** The problems of a node: the same list every time it is asked of the same problems. */
export function problemsAt(problems: readonly Problem[], node: string): readonly Problem[] {
  let index = indexes.get(problems)
  if (!index) {
    index = Map.groupBy(problems, ({ place }) => place.node)
    indexes.set(problems, index)
  }
  return index.get(node) ?? NONE
}
