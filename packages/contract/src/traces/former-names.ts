/** Names that earlier versions stored and accepted, by current name. Objects are read under both. */

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the object with renamed fields. A field that already has its current name is kept. */
export function renameFields(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!isFields(value) || !Object.keys(names).some((name) => name in value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(name in names && (names[name] ?? name) in value))
      .map(([name, field]) => [names[name] ?? name, field]),
  )
}

/** Returns the object with one field replaced, if it has that field. */
export const replaceField = (
  value: unknown,
  name: string,
  replace: (field: unknown) => unknown,
): unknown =>
  isFields(value) && name in value ? { ...value, [name]: replace(value[name]) } : value

/** Converts the error of a call that the recording lacks. Returns other errors unchanged. */
export function convertFormerError(error: unknown): unknown {
  if (!isFields(error) || error['code'] !== 'TAPE_MISS') return error
  const requested = { asked: 'requested' }
  const details = replaceField(renameFields(error['details'], requested), 'differences', (list) =>
    Array.isArray(list) ? list.map((difference) => renameFields(difference, requested)) : list,
  )
  return { ...error, code: 'RECORDING_MISS', ...(details !== undefined && { details }) }
}

/** Converts an exchange that an earlier version recorded. */
export function convertFormerExchange(value: unknown): unknown {
  if (!isFields(value) || !('touch' in value)) return value
  const exchange = replaceField(renameFields(value, { touch: 'content' }), 'servedBy', (source) =>
    source === 'tape' ? 'recording' : source,
  )
  return replaceField(exchange, 'error', convertFormerError)
}
