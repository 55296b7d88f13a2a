import { JsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import * as z from 'zod'

/** A JSON object in a query parameter. */
export const jsonObject = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue('is not valid JSON')
      return z.NEVER
    }
  })
  .pipe(JsonObject)

export const matchesMetadata = (metadata: JsonObject, filter: JsonObject | undefined): boolean =>
  Object.entries(filter ?? {}).every(
    ([key, value]) => canonicalJson(metadata[key] ?? null) === canonicalJson(value),
  )
