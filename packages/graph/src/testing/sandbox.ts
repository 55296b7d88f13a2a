import { getQuickJS } from 'quickjs-emscripten'
import type { Json, JsonObject } from '@lathe/contract'
import { NodeFailure } from '../compile/failure.ts'

const quick = await getQuickJS()

/** Runs an expression or a function body over the scope, as the engine's sandbox does, without its limits. */
export function runScript(source: string, scope: JsonObject): Json {
  const isBody = /\breturn\b|;/.test(source)
  const body = isBody ? `{\n${source}\n}` : `(\n${source}\n)`
  const values = JSON.stringify(scope)
  const text = evaluated(
    `'use strict'; JSON.stringify((({ ${Object.keys(scope).join(', ')} }, state) => ${body})(${values}, ${values}))`,
  )
  return typeof text === 'string' ? JSON.parse(text) : null
}

function evaluated(source: string): unknown {
  try {
    return quick.evalCode(source)
  } catch (error) {
    // QuickJS throws what the script threw as a plain object.
    throw new NodeFailure('CODE_ERROR', String((error as { message?: unknown }).message ?? error))
  }
}
