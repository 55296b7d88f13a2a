import { getQuickJS } from 'quickjs-emscripten'
import type { Json, JsonObject } from '@lathe/contract'

const quick = await getQuickJS()

/** Runs an expression or a function body over the scope, as the engine's sandbox does, without its limits. */
export function runScript(source: string, scope: JsonObject): Json {
  const isBody = /\breturn\b|;/.test(source)
  const body = isBody ? `{\n${source}\n}` : `(\n${source}\n)`
  const values = JSON.stringify(scope)
  const text: unknown = quick.evalCode(
    `'use strict'; JSON.stringify((({ ${Object.keys(scope).join(', ')} }, state) => ${body})(${values}, ${values}))`,
  )
  return typeof text === 'string' ? JSON.parse(text) : null
}
