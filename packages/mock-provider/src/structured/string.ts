import { rank } from '../text/rank.ts'
import { sentences, shorten } from '../text/sentences.ts'
import { isBlank } from '../text/sections.ts'
import type { JsonObject } from '../wire/json.ts'
import { findingsFor } from './concepts.ts'
import type { Field } from './field.ts'
import { fieldStems, speaksOf } from './field.ts'
import { fillFormat } from './formats.ts'
import { labelledValue } from './labelled.ts'
import type { Filled, Material } from './material.ts'
import { found, NOT_FOUND } from './material.ts'
import { matchIn, samplesOf } from './pattern.ts'
import type { Room } from './room.ts'
import { numberAt, textAt } from './schema.ts'

export function fillString(schema: JsonObject, field: Field, material: Material): Filled {
  const pattern = textAt(schema, 'pattern')
  const format = textAt(schema, 'format')
  const formatted = format === undefined ? undefined : fillFormat(format, field, material)
  if (formatted && (pattern === undefined || formatted.isFound)) return formatted
  if (pattern !== undefined) return fillPattern(pattern, schema, material)

  const { value, isFound } = textFor(field, material)
  return {
    value: fitLength(typeof value === 'string' ? value : 'unknown', schema, material),
    isFound,
  }
}

function fillPattern(pattern: string, schema: JsonObject, material: Material): Filled {
  const inText =
    material.position === 0 ? matchIn(pattern, material.text, material.room) : undefined
  if (inText !== undefined && fits(inText, schema)) return found(inText)
  let shortest: string | undefined
  for (const sample of samplesOf(pattern, material)) {
    if (fits(sample, schema)) return { value: sample, isFound: false }
    shortest ??= sample
  }
  return { value: shortest ?? '', isFound: false }
}

function textFor(field: Field, material: Material): Filled {
  if (material.item && speaksOf(field, /\b(?:description|name|product|item|article|title|sku)\b/)) {
    return found(material.item.description)
  }
  if (material.item?.currency !== undefined && speaksOf(field, /\bcurrency\b/))
    return found(material.item.currency)

  const findings = findingsFor(field, material)
  const labelled = material.position === 0 ? labelledValue(material.text, field) : undefined
  if (labelled !== undefined && findings?.isComposed !== true && !isBlank(labelled)) {
    // The label tells where to look; the kind of thing tells how much of the line it is.
    const [exact] = findingsFor(field, { ...material, text: labelled })?.values ?? []
    return found(exact ?? labelled)
  }
  const value = findings?.values[material.position]
  if (value !== undefined) return found(value)
  if (findings && !findings.isComposed) return NOT_FOUND
  return bestSentence(field, material)
}

function bestSentence(field: Field, material: Material): Filled {
  const about = fieldStems(field).join(' ')
  const [best] = rank(sentences(material.text), about).slice(material.position)
  return best ? found(best.text) : NOT_FOUND
}

const PADDING = ' No more is known about this from the text that was given.'

type At = { position: number; room: Room }

function fitLength(text: string, schema: JsonObject, { position, room }: At): string {
  const shortest = numberAt(schema, 'minLength') ?? 0
  const longest = numberAt(schema, 'maxLength') ?? Infinity
  const said = position > 0 && text === 'unknown' ? `${text} ${position}` : text
  const missing = Math.max(0, shortest - Array.from(said).length)
  room.take(missing)
  const value = said + PADDING.repeat(Math.ceil(missing / PADDING.length))
  const characters = Array.from(value)
  if (characters.length <= longest) return value
  const whole = shorten(value, longest)
  return Array.from(whole).length >= shortest && longest > 3
    ? whole
    : characters.slice(0, longest).join('')
}

function fits(text: string, schema: JsonObject): boolean {
  const { length } = Array.from(text)
  return (
    length >= (numberAt(schema, 'minLength') ?? 0) &&
    length <= (numberAt(schema, 'maxLength') ?? Infinity)
  )
}
