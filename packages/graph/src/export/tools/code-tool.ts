import { isValidScript, parseBody } from '../parts/code.ts'
import { toolIdent } from '../parts/plan.ts'
import type { Plan } from '../parts/plan.ts'
import type { ToolSource } from './built-in.ts'

/** A tool whose code is JavaScript, in a file of its own; null for any other. */
export function codeToolSource(plan: Plan, name: string): ToolSource | null {
  const config = plan.tools.get(name)?.config
  if (config?.kind !== 'code') return null
  const { body, isExpression } = parseBody(config.code, 'code')
  if (!isExpression && !isValidScript(body, 'code')) return null
  const ident = toolIdent(plan, name)
  const file = `tools/${ident}.js`
  const run = freeName(`${ident}Code`, plan)
  const whole = isExpression ? `{\n  return (\n${body}\n  )\n}` : `{\n${body}\n}`
  const text = `/**\n * @param {Record<string, unknown>} args\n * @returns {Promise<unknown>}\n */\nexport const ${run} = async (args) => ${whole}\n`
  return {
    run: `(args: Record<string, unknown>) => ${run}(args)`,
    imports: { [run]: `/${file}` },
    files: { [file]: text },
  }
}

function freeName(wish: string, { toolIdents }: Plan): string {
  const taken = new Set(toolIdents.values())
  let name = wish
  while (taken.has(name)) name += 'Body'
  return name
}
