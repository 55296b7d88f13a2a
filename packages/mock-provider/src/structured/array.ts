import { countOf, COUNT_PATTERN } from '../text/words.ts'
import { lineItems } from '../entities/line-items.ts'
import { sentences } from '../text/sentences.ts'
import type { JsonObject } from '../wire/json.ts'
import { canonical } from '../fingerprint.ts'
import { findingsFor } from './concepts.ts'
import type { Field } from './field.ts'
import { speaksOf } from './field.ts'
import type { Fill, Place } from './fill.ts'
import type { Filled, Material } from './material.ts'
import { asSchema, numberAt, propertiesOf, resolve, schemaList, typesOf } from './schema.ts'

const ITEMS = /\b(?:items?|lines?|line items|products?|purchases?|articles?|goods)\b/
const TRIES = 64

export function fillArray(schema: JsonObject, place: Place, fill: Fill): Filled {
  const tuple = schemaList(
    schema['prefixItems'] ?? (Array.isArray(schema['items']) ? schema['items'] : []),
  )
  const rest = Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items']
  const contains = schema['contains'] === undefined ? [] : [asSchema(schema['contains'])]
  const least = Math.max(
    numberAt(schema, 'minItems') ?? 0,
    contains.length > 0 ? (numberAt(schema, 'minContains') ?? 1) : 0,
  )
  const most = Math.min(
    numberAt(schema, 'maxItems') ?? Infinity,
    rest === false ? tuple.length : Infinity,
  )

  const wanted = wantedItems(schema, place)
  const target = Math.min(
    Math.max(wanted.materials.length, least, Math.min(tuple.length, most)),
    most,
  )
  const isUnique = schema['uniqueItems'] === true
  const values: unknown[] = []
  const seen = new Set<string>()
  for (let position = 0; values.length < target && position < target + TRIES; position += 1) {
    const itemSchema =
      tuple[values.length] ??
      (contains.length > 0 && values.length < least && rest === undefined
        ? contains[0]
        : asSchema(rest ?? true)) ??
      true
    const material = wanted.materials[position] ?? { ...place.material, position }
    const { value } = fill(itemSchema, { ...place, depth: place.depth + 1, material })
    const key = canonical(value)
    if (isUnique && seen.has(key)) continue
    seen.add(key)
    values.push(value)
  }
  return { value: values, isFound: wanted.isFound }
}

type Wanted = { materials: readonly Material[]; isFound: boolean }

/** How many items the text gives reason for, and what each is made from. */
function wantedItems(schema: JsonObject, place: Place): Wanted {
  const { field, material } = place
  if (place.isMinimal) return { materials: [], isFound: false }
  const items = resolve(
    asSchema(Array.isArray(schema['items']) ? true : (schema['items'] ?? true)),
    place.root,
  )
  const isRecord =
    typeof items === 'object' && (typesOf(items)[0] === 'object' || propertiesOf(items).length > 0)
  if (isRecord) return recordsFor(field, material)

  const findings = findingsFor(field, material)
  if (!findings) return { materials: [], isFound: false }
  const count = Math.min(findings.values.length, askedCount(schema, field, material))
  return {
    materials: Array.from({ length: count }, (_, position) => ({ ...material, position })),
    isFound: count > 0,
  }
}

function recordsFor(field: Field, material: Material): Wanted {
  const bought = lineItems(material.text)
  if (bought.length > 0 && (speaksOf(field, ITEMS) || field.name === '')) {
    return {
      materials: bought.map((item, position) => ({
        ...material,
        item,
        position: 0,
        text: recordText(material.text, item.description, position),
      })),
      isFound: true,
    }
  }
  const rows = material.text.split('\n').filter((line) => /^\s*(?:[-*•]|\d+[.)])\s+/.test(line))
  const texts = rows.length > 0 ? rows : sentences(material.text).slice(0, 3)
  return {
    materials: texts.map((text) => ({ ...material, text, position: 0 })),
    isFound: rows.length > 0,
  }
}

function recordText(text: string, description: string, position: number): string {
  const lines = text.split('\n').filter((line) => line.includes(description))
  return lines[0] ?? sentences(text)[position] ?? text
}

const DEFAULT_COUNT = 3
const ALL = Infinity

/** "Three to five questions" asks for five at most; things found in the text are all wanted. */
function askedCount(schema: JsonObject, field: Field, material: Material): number {
  const [noun = ''] = field.words.slice(-1)
  const singular = noun.replace(/s$/, '')
  const asked = new RegExp(
    String.raw`\b(${COUNT_PATTERN})(?:\s*(?:-|–|to|or)\s*(${COUNT_PATTERN}))?\s+(?:\w+\s+){0,2}${singular}`,
    'i',
  ).exec(`${material.instructions}\n${field.description}`)
  const count = countOf(asked?.[1] ?? '')
  if (count !== undefined) return count
  if (!findingsFor(field, material)?.isComposed) return ALL
  return Math.max(DEFAULT_COUNT, numberAt(schema, 'minItems') ?? 0)
}
