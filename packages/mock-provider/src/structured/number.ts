import { money, numberOf, numbers } from '../entities/money.ts'
import { words } from '../text/words.ts'
import type { JsonObject } from '../wire/json.ts'
import type { Field } from './field.ts'
import { fieldStems, speaksOf } from './field.ts'
import { labelledValue } from './labelled.ts'
import type { Filled, Material } from './material.ts'
import { found } from './material.ts'
import { numberAt } from './schema.ts'
import { stem } from '../text/words.ts'

const MONEY =
  /\b(?:amount|price|cost|total|subtotal|fee|sum|budget|revenue|paid|due|charge|balance|value|salary|tax)\b/
const QUANTITY = /\b(?:quantity|qty|count|units|pieces)\b/
const RATING =
  /\b(?:score|rating|confidence|probability|relevance|quality|similarity|grade|likelihood|certainty)\b/

export function fillNumber(
  schema: JsonObject,
  field: Field,
  material: Material,
  isInteger: boolean,
): Filled {
  const wanted = numberFor(field, material, schema)
  const value = fit(
    (wanted ?? 0) + (wanted === undefined ? material.position : 0),
    schema,
    isInteger,
  )
  return wanted === undefined ? { value, isFound: false } : found(value)
}

function numberFor(field: Field, material: Material, schema: JsonObject): number | undefined {
  const { item, text } = material
  if (item) {
    if (speaksOf(field, QUANTITY)) return item.quantity
    if (speaksOf(field, /\b(?:total|subtotal|line)\b/) && item.unitPrice !== undefined) {
      return Math.round(item.quantity * item.unitPrice * 100) / 100
    }
    if (speaksOf(field, MONEY)) return item.unitPrice
  }
  if (speaksOf(field, RATING)) return ratingFor(field, material, schema)

  const labelled = labelledValue(text, field)
  const [fromLabel] = labelled === undefined ? [] : numbersIn(labelled)
  if (fromLabel !== undefined) return fromLabel
  if (speaksOf(field, MONEY)) return amountFor(field, text)
  return numberNear(field, text)
}

function numbersIn(text: string): number[] {
  const amounts = money(text).map((found) => found.amount)
  return amounts.length > 0 ? amounts : numbers(text)
}

/** A judge's figure, on whatever scale the schema has, or else its description tells. */
function ratingFor(field: Field, material: Material, schema: JsonObject): number {
  const { score } = material.writer.review()
  const told = /\bfrom (-?\d+(?:\.\d+)?)\b.{0,30}?\bto (-?\d+(?:\.\d+)?)\b/i.exec(field.description)
  const low = numberAt(schema, 'minimum') ?? Number(told?.[1] ?? 0)
  const high = numberAt(schema, 'maximum') ?? Number(told?.[2] ?? 1)
  return Math.round((low + (high - low) * score) * 100) / 100
}

function amountFor(field: Field, text: string): number | undefined {
  const amounts = money(text)
  if (speaksOf(field, /\btotal\b/)) {
    const stated = /\b(?:grand )?total\b(?! of \d)[^\d\n]{0,24}?([$€£]?\s?\d[\d.,]*\d|\d)/i.exec(
      text,
    )?.[1]
    if (stated !== undefined)
      return numberOf(stated.replaceAll(/[^\d.,]/g, '').replace(/[.,]$/, ''))
    return amounts.length > 0 ? Math.max(...amounts.map((found) => found.amount)) : undefined
  }
  return amounts[0]?.amount
}

const REACH = 40

/** The first number that stands close to a word of the field. */
function numberNear(field: Field, text: string): number | undefined {
  const wanted = new Set(fieldStems(field).slice(0, 6))
  for (const match of text.matchAll(/-?\d+(?:[.,]\d+)*/g)) {
    const around = text.slice(
      Math.max(0, match.index - REACH),
      match.index + match[0].length + REACH,
    )
    if (words(around).some((word) => wanted.has(stem(word)))) return numbers(match[0])[0]
  }
  return undefined
}

/** The allowed number next to the wanted one. */
export function fit(wanted: number, schema: JsonObject, isInteger: boolean): number {
  const low = Math.max(
    numberAt(schema, 'minimum') ?? -Infinity,
    numberAt(schema, 'exclusiveMinimum') ?? -Infinity,
  )
  const high = Math.min(
    numberAt(schema, 'maximum') ?? Infinity,
    numberAt(schema, 'exclusiveMaximum') ?? Infinity,
  )
  const step = numberAt(schema, 'multipleOf') ?? (isInteger ? 1 : undefined)
  const isAllowed = (value: number) => allows(value, schema, isInteger)

  const near = Math.min(Math.max(wanted, low), high)
  if (step === undefined)
    return [near, (low + high) / 2, near + 1, near - 1].find(isAllowed) ?? near
  const base = Math.round(near / step)
  for (let distance = 0; distance <= SEARCH; distance += 1) {
    for (const multiple of [base + distance, base - distance]) {
      const value = Number((multiple * step).toPrecision(15))
      if (isAllowed(value)) return value
    }
  }
  return near
}

const SEARCH = 1000

function allows(value: number, schema: JsonObject, isInteger: boolean): boolean {
  const multiple = numberAt(schema, 'multipleOf')
  return (
    Number.isFinite(value) &&
    value >= (numberAt(schema, 'minimum') ?? -Infinity) &&
    value <= (numberAt(schema, 'maximum') ?? Infinity) &&
    value > (numberAt(schema, 'exclusiveMinimum') ?? -Infinity) &&
    value < (numberAt(schema, 'exclusiveMaximum') ?? Infinity) &&
    (!isInteger || Number.isInteger(value)) &&
    (multiple === undefined || Number.isInteger(value / multiple))
  )
}
