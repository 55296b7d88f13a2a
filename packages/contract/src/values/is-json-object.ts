import type { JsonObject } from '@lathe/nodes/schemas'

/**
 * Returns whether a parsed JSON value is an object, not a list or null. Without schemas, so that
 * worker threads need not load them.
 */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
