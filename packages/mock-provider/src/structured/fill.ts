import type { JsonObject } from '../wire/json.ts'
import { fillArray } from './array.ts'
import { chooseBoolean, chooseEnum } from './choose.ts'
import { fillCombined, isCombined } from './combine.ts'
import type { Field } from './field.ts'
import { fieldOf } from './field.ts'
import type { Filled, Material } from './material.ts'
import { found } from './material.ts'
import { fillNumber } from './number.ts'
import { fillObject } from './object.ts'
import type { Schema, TypeName } from './schema.ts'
import { resolve, typesOf } from './schema.ts'
import { fillString } from './string.ts'
import { isValid, validatorOf } from './validator.ts'

/** Where in an answer a value is wanted, and what it may be made from. */
export type Place = {
  root: Schema
  field: Field
  depth: number
  material: Material
  /** Leaves out whatever the schema does not insist on. */
  isMinimal: boolean
}

export type Fill = (schema: Schema, place: Place) => Filled

const DEEPEST = 40

/** A value that satisfies the schema and says what the material says. */
export function fillSchema(schema: JsonObject, name: string, material: Material): unknown {
  const place = { root: schema, field: fieldOf(name, schema), depth: 0, material, isMinimal: false }
  const candidates = [
    () => fill(schema, place),
    () => fill(schema, { ...place, isMinimal: true }),
    () => fill(schema, { ...place, isMinimal: true, material: { ...material, text: '' } }),
  ]
  for (const candidate of candidates) {
    const { value } = candidate()
    if (isValid(value, schema, place)) return value
  }
  return fill(schema, place).value
}

export const fill: Fill = (schema, place) => {
  place.material.room.take(1)
  const node = resolve(schema, place.root)
  if (typeof node === 'boolean' || place.depth > DEEPEST) {
    return node === true
      ? fillString({}, place.field, place.material)
      : { value: null, isFound: false }
  }
  if ('const' in node) return found(node['const'])
  const values = node['enum']
  if (Array.isArray(values)) {
    const allowed = values.filter(validatorOf(node, place))
    return chooseEnum(allowed.length > 0 ? allowed : values, place.field, place.material)
  }
  return isCombined(node) ? fillCombined(node, place, fill) : fillTyped(node, place)
}

function fillTyped(schema: JsonObject, place: Place): Filled {
  const types = typesOf(schema)
  const isNullable = types.includes('null')
  const [type = 'null'] = types.filter((candidate) => candidate !== 'null')
  if (isNullable && (place.isMinimal || place.depth > 5)) return { value: null, isFound: false }
  const filled = fillType(type, schema, place)
  return isNullable && !filled.isFound ? { value: null, isFound: false } : filled
}

function fillType(type: TypeName, schema: JsonObject, place: Place): Filled {
  const { field, material } = place
  switch (type) {
    case 'object':
      return fillObject(schema, place, fill)
    case 'array':
      return fillArray(schema, place, fill)
    case 'string':
      return fillString(schema, field, material)
    case 'number':
      return fillNumber(schema, field, material, false)
    case 'integer':
      return fillNumber(schema, field, material, true)
    case 'boolean':
      return chooseBoolean(field, material)
    default:
      return { value: null, isFound: false }
  }
}
