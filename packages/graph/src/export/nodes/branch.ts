import type { NodeOf } from '@lathe/contract'
import type { ModelRegistry } from '../parts/models.ts'
import { edgeCount, commandLines, leaving, waysAt } from '../parts/leave.ts'
import { RUNTIME } from '../parts/code.ts'
import { promptCode } from '../parts/prompt.ts'
import { inlineCondition } from '../parts/inline.ts'
import { callCode, holds, resolver } from '../parts/scope.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { block, list } from '../print/layout.ts'
import { literal, quote } from '../print/literal.ts'

type Branch = NodeOf<'branch'>
type Rules = Extract<Branch['decide'], { by: 'rules' }>['rules']

/** Writes rules as a router of conditional edges, which returns the port. */
export function routerLines(writer: NodeWriter, node: Branch, rules: Rules): string[] {
  const { tests, isInline } = writeTests(writer, rules)
  const lines = rules.map(({ port }, index) => `if (${tests[index]}) return ${quote(port)}`)
  writer.module.useType('AgentState', '/state.ts')
  const ports = [...new Set([...rules.map(({ port }) => port), node.else])]
  const body = [...lines, `return ${quote(node.else)}`]
  const head = `export function ${writer.planned.ident}(${parameter(writer, tests, isInline)}): ${ports.map(quote).join(' | ')}`
  return [`${head} ${block(body)}`]
}

/** Writes rules in order. A rule whose edges have reached their limits is skipped. */
export function rulesLines(writer: NodeWriter, node: Branch, rules: Rules): string[] {
  const { planned, plan } = writer
  const tests = rules.map(({ port, when }, index) => testCode(writer, { port, when }, index))
  const lines = rules.flatMap(({ port }, index) => {
    const ways = waysAt(planned, port)
    const isBounded = ways.every(({ max }) => max !== undefined)
    const open = ways.map((edge) => `${edgeCount(plan, edge, 'state')} < ${edge.max}`)
    const isOpen = isBounded
      ? [open.length > 1 ? `(${open.join(' || ')})` : (open[0] ?? 'false')]
      : []
    const { goto, counted } = leaving(writer, port)
    const command = commandLines(writer, { guards: [], goto, counted }, [])
    return [`if (${[...isOpen, grouped(tests[index] ?? '')].join(' && ')}) ${block(command)}`]
  })
  return [...lines, ...commandLines(writer, leaving(writer, node.else), [])]
}

const grouped = (test: string) => (/\|\||\?/.test(test) ? `(${test})` : test)

/** Writes a model's choice. The else port follows if no choice matches or its limit is reached. */
export function choiceLines(writer: NodeWriter, node: Branch, models: ModelRegistry): string[] {
  const { decide } = node
  if (decide.by !== 'model') return []
  const { module, planned, plan } = writer
  const model = module.use(models.add(decide.model, false), '/models.ts')
  const choose = module.use('choose', RUNTIME)
  const ports = [...new Set([...decide.choices.map(({ port }) => port), node.else])]
  const choices = decide.choices.map(({ port, description }) => ({ port, description }))
  const args = [
    model,
    promptCode(writer, decide.prompt).messages,
    literal(choices),
    quote(node.else),
  ]
  const call = list('()', args, `const choice = await ${choose}<${ports.map(quote).join(' | ')}>`)
  const choicePorts = ports.filter((port) => port !== node.else)
  const lines = choicePorts.flatMap((port) => {
    const ways = waysAt(planned, port)
    const isBounded = ways.every(({ max }) => max !== undefined)
    const open = ways.map((edge) => `${edgeCount(plan, edge, 'state')} < ${edge.max}`).join(' || ')
    const test = `choice === ${quote(port)}${isBounded ? ` && (${open})` : ''}`
    const { goto, counted } = leaving(writer, port)
    return [`if (${test}) ${block(commandLines(writer, { guards: [], goto, counted }, []))}`]
  })
  return [call, ...lines, ...commandLines(writer, leaving(writer, node.else), [])]
}

function writeTests(writer: NodeWriter, rules: Rules) {
  const inline = rules.map(({ when }) => inlineCondition(when, resolver(writer)))
  if (inline.every((test) => test !== null)) {
    return { tests: inline.map(({ text }) => text), isInline: true }
  }
  return { tests: rules.map((rule, index) => testCode(writer, rule, index)), isInline: false }
}

function parameter(writer: NodeWriter, tests: readonly string[], isInline: boolean): string {
  if (!isInline) return 'state: AgentState'
  const names = Object.keys(writer.plan.document.state).filter(
    (name) => holds(writer, name) && tests.some((test) => new RegExp(`\\b${name}\\b`).test(test)),
  )
  return names.length > 0 ? `{ ${names.join(', ')} }: AgentState` : ''
}

function testCode(writer: NodeWriter, { port, when }: Rules[number], index: number): string {
  const inline = inlineCondition(when, resolver(writer))
  if (inline) return inline.onState
  return callCode(writer, when, `${writer.planned.id} ${port || index}`)
}
