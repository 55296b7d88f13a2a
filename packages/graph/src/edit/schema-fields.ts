import { type JsonSchema, isJsonObject } from '@lathe/contract'

type Writes = Readonly<Record<string, string>>

/**
 * Updates the writes of a node after its answer schema was edited, following a renamed field.
 * `under` is the path of the object that the schema describes.
 */
export function followFields(
  writes: Writes,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  parentPath = '',
): Record<string, string> {
  const renamed = renamedField(propertyNames(before), propertyNames(after))
  if (!renamed) return { ...writes }
  const prefix = parentPath === '' ? '' : `${parentPath}.`
  const [from, to] = [prefix + renamed.from, prefix + renamed.to]
  return Object.fromEntries(
    Object.entries(writes).map(([channel, path]) => {
      const isInside = path === from || path.startsWith(`${from}.`)
      return [channel, isInside ? to + path.slice(from.length) : path]
    }),
  )
}

/** Returns the single renamed property, or null for any other change. */
function renamedField(before: readonly string[], after: readonly string[]) {
  if (before.length !== after.length) return null
  const changed = before.flatMap((from, index) => {
    const to = after[index]
    return to === undefined || to === from ? [] : [{ from, to }]
  })
  const [only] = changed
  return changed.length === 1 && only && !before.includes(only.to) ? only : null
}

const propertyNames = (schema: JsonSchema | undefined): string[] =>
  isJsonObject(schema?.['properties']) ? Object.keys(schema['properties']) : []
