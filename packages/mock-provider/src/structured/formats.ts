import { emails, urls } from '../entities/contacts.ts'
import { dates, times } from '../entities/dates.ts'
import type { Field } from './field.ts'
import { labelledValue } from './labelled.ts'
import type { Filled, Material } from './material.ts'
import { found } from './material.ts'

type Format = { find: (text: string) => readonly string[]; sample: (position: number) => string }

const none = () => []
const padded = (position: number, length: number) =>
  String(position % 10 ** length).padStart(length, '0')

const FORMATS: Readonly<Record<string, Format>> = {
  email: { find: emails, sample: (at) => `unknown${at || ''}@example.com` },
  'idn-email': { find: emails, sample: (at) => `unknown${at || ''}@example.com` },
  uri: { find: urls, sample: (at) => `https://example.com/${at || ''}` },
  'uri-reference': { find: urls, sample: (at) => `/${at || ''}` },
  iri: { find: urls, sample: (at) => `https://example.com/${at || ''}` },
  date: {
    find: (text) => dates(text).map((date) => date.iso),
    sample: (at) => `20${padded(at, 2)}-01-01`,
  },
  'date-time': {
    find: (text) => dates(text).map((date) => `${date.iso}T00:00:00Z`),
    sample: (at) => `20${padded(at, 2)}-01-01T00:00:00Z`,
  },
  time: {
    find: (text) => times(text).flatMap(clockTime),
    sample: (at) => `00:00:${padded(at % 60, 2)}Z`,
  },
  duration: { find: none, sample: (at) => `PT${at + 1}H` },
  uuid: {
    find: (text) =>
      text.match(/\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/gi) ?? [],
    sample: (at) => `00000000-0000-4000-8000-${padded(at, 12)}`,
  },
  hostname: { find: none, sample: (at) => `host${at || ''}.example.com` },
  ipv4: {
    find: (text) => text.match(/\b(?:\d{1,3}\.){3}\d{1,3}\b/g) ?? [],
    sample: (at) => `192.0.2.${at % 256}`,
  },
  ipv6: { find: none, sample: (at) => `2001:db8::${at % 10_000}` },
}

function clockTime(text: string): string[] {
  const [, hour = '', minute = '00', half] =
    /^(\d{1,2})(?::(\d{2}))?[:\d]*\s?([ap]m)?$/i.exec(text) ?? []
  if (hour === '') return []
  const hours = (Number(hour) % (half ? 12 : 24)) + (/p/i.test(half ?? '') ? 12 : 0)
  return [`${padded(hours, 2)}:${minute}:00Z`]
}

/** A value of a well-known string format, or undefined for a format nobody defined. */
export function fillFormat(format: string, field: Field, material: Material): Filled | undefined {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (!known) return undefined
  const labelled = material.position === 0 ? labelledValue(material.text, field) : undefined
  const [stated] = labelled === undefined ? [] : known.find(labelled)
  const value = stated ?? known.find(material.text)[material.position]
  return value === undefined
    ? { value: known.sample(material.position), isFound: false }
    : found(value)
}
