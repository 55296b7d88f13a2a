import { JsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import * as z from 'zod'

/** An object, written as JSON in an address. */
export const jsonObject = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue('is no JSON')
      return z.NEVER
    }
  })
  .pipe(JsonObject)

/** Whether it has all of what is wanted. */
export const matchesMetadata = (metadata: JsonObject, wanted: JsonObject | undefined): boolean =>
  Object.entries(wanted ?? {}).every(
    ([key, value]) => canonicalJson(metadata[key] ?? null) === canonicalJson(value),
  )
