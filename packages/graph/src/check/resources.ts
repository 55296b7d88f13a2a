import {
  type AgentCall,
  findConnectionByName,
  type GraphNode,
  type ModelSettings,
  type Prompt,
  type Value,
} from '@lathe/contract'
import {
  type AnyField,
  fieldsOfType,
  fieldValue,
  kindDefinition,
  modelCallField,
  nodeModelCall,
  nodeTools,
  offeredTools,
} from '@lathe/nodes'
import { validateJson } from '../json-schema/validate.ts'
import { parseAgentTool } from '../called-agents/agent-tools.ts'
import { checkCall, checkCalledAgent } from './calls.ts'
import type { CheckContext, NodeFacts } from './context.ts'
import { listTemplates } from '../prompts/list-templates.ts'
import { findCalledAgent, findRecursion } from '../called-agents/called-agents.ts'

/** Checks the models, prompts, tools, agents and collections that a node references. */
export function checkResources(context: CheckContext, { id, node }: NodeFacts): void {
  const call = nodeModelCall(node)
  if (call) {
    checkModel(context, id, call.model, modelCallField(node, 'model'))
    checkPrompt(context, id, call.prompt, modelCallField(node, 'prompt'))
  }
  for (const field of kindDefinition(node.kind).fields) checkReference(context, id, node, field)
  if (node.kind === 'agent-call') checkCall(context, id, node)
}

function checkReference(context: CheckContext, id: string, node: GraphNode, field: AnyField): void {
  const { name } = field
  switch (field.type) {
    case 'tools':
      checkTools(context, id, fieldValue(node, field) ?? [], name)
      break
    case 'tool':
      checkTools(context, id, [fieldValue(node, field) ?? ''], name)
      break
    case 'approvals': {
      const approvals = fieldValue(node, field) ?? []
      // Without own tools, the node runs those of the graph's models.
      if (fieldsOfType(node, 'tools').length === 0) checkTools(context, id, approvals, name)
      else checkToolSubset(context, id, approvals, offeredTools(node), name)
      break
    }
    case 'tool-choice': {
      const choice = fieldValue(node, field)
      const tools = offeredTools(node)
      if (typeof choice === 'object') checkToolSubset(context, id, [choice.tool], tools, name)
      else if (choice === 'required' && tools.length === 0) {
        const message = 'A tool call is required, but the node has no tools'
        context.report('UNKNOWN_TOOL', { node: id, field: name }, message)
      }
      break
    }
    case 'tool-arguments':
      for (const tool of nodeTools(node)) {
        checkArguments(context, id, { tool, args: fieldValue(node, field) ?? {}, field: name })
      }
      break
    case 'collection':
      checkCollection(context, { node: id, field: name }, fieldValue(node, field) ?? '')
      break
    default:
  }
}

function checkCollection(
  { environment, report }: CheckContext,
  place: { node: string; field: string },
  name: string,
) {
  const found = environment.collections.find((collection) => collection.name === name)
  if (!found) {
    const message = name ? `There is no collection \`${name}\`` : 'Choose a collection to search'
    report('UNKNOWN_COLLECTION', place, message)
  } else if (found.isEmpty) {
    report(
      'EMPTY_COLLECTION',
      place,
      `The collection \`${name}\` is empty, so the search returns no results`,
    )
  }
}

function checkModel(
  { environment, report }: CheckContext,
  node: string,
  model: ModelSettings,
  field: string,
) {
  if (model.name.trim() === '')
    report('NO_MODEL', { node, field: `${field}.name` }, 'Choose a model')
  if (findConnectionByName(environment.connections, model.connection)) return
  const message = model.connection
    ? `There is no connection \`${model.connection}\``
    : 'Choose a connection'
  report('UNKNOWN_CONNECTION', { node, field: `${field}.connection` }, message)
}

function checkPrompt(
  { environment, report }: CheckContext,
  node: string,
  prompt: Prompt,
  field: string,
) {
  if ('messages' in prompt) {
    const isEmpty = prompt.messages.every(
      (message) =>
        message.role !== 'placeholder' &&
        listTemplates(message).every((text) => text.trim() === ''),
    )
    if (isEmpty)
      report(
        'EMPTY_PROMPT',
        { node, field },
        'The prompt is empty; describe the task for the model',
      )
    return
  }
  const found = environment.prompts.find(({ name }) => name === prompt.name)
  const label = prompt.label ?? 'production'
  const problem = !found
    ? `There is no prompt \`${prompt.name}\``
    : prompt.version !== undefined
      ? !found.versions.includes(prompt.version) &&
        `\`${prompt.name}\` has no version ${prompt.version}`
      : !found.labels.includes(label) && `\`${prompt.name}\` has no label \`${label}\``
  if (problem) report('UNKNOWN_PROMPT', { node, field }, problem)
}

function checkTools(context: CheckContext, node: string, names: readonly string[], field: string) {
  const { environment, report } = context
  const seen = new Set<string>()
  for (const name of names) {
    const agent = parseAgentTool(name)
    if (agent && !checkAgentTool(context, node, { field, name, agent })) continue
    const found = environment.tools.filter((tool) => tool.name === name)
    if (found.length === 0)
      report('UNKNOWN_TOOL', { node, field, name }, `There is no tool \`${name}\``)
    if (found.length > 1 || seen.has(name)) {
      report(
        'TOOL_COLLISION',
        { node, field, name },
        `Two tools are named \`${name}\`; names must be unique`,
      )
    }
    seen.add(name)
  }
}

function checkToolSubset(
  { report }: CheckContext,
  node: string,
  names: readonly string[],
  tools: readonly string[],
  field: string,
) {
  for (const name of names) {
    if (tools.includes(name)) continue
    report('UNKNOWN_TOOL', { node, field, name }, `\`${name}\` is not one of the node's tools`)
  }
}

function checkArguments(
  { environment, report }: CheckContext,
  node: string,
  call: { tool: string; args: Readonly<Record<string, Value>>; field: string },
) {
  const { tool: name, args } = call
  const tool = environment.tools.find((candidate) => candidate.name === name)
  if (!tool) return
  const { properties = {}, required = [], additionalProperties } = tool.schema
  for (const key of Array.isArray(required) ? required : []) {
    if (typeof key !== 'string' || Object.hasOwn(args, key)) continue
    report(
      'TOOL_ARGUMENTS',
      { node, field: `${call.field}.${key}` },
      `\`${name}\` requires the argument \`${key}\``,
    )
  }
  for (const [key, value] of Object.entries(args)) {
    const field = `${call.field}.${key}`
    const schema =
      isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
    if (schema === undefined) {
      if (additionalProperties !== false) continue
      report('TOOL_ARGUMENTS', { node, field }, `\`${name}\` has no argument \`${key}\``)
    } else if (isRecord(schema) && 'value' in value) {
      const [issue] = validateJson(schema, value.value)
      if (issue)
        report(
          'TOOL_ARGUMENTS',
          { node, field },
          `\`${key}\` does not match the schema of \`${name}\`: ${issue.message}`,
        )
    }
  }
}

function isRecord<T>(value: T): value is Extract<T, Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type AgentToolUse = { field: string; name: string; agent: AgentCall }

/**
 * Reports an agent tool whose agent is missing, unpublished, recursive or broken. Returns false if
 * nothing further can be checked.
 */
function checkAgentTool(
  context: CheckContext,
  node: string,
  { field, name, agent }: AgentToolUse,
): boolean {
  const { environment, report } = context
  const place = { node, field, name }
  const target = environment.agents.find(({ slug }) => slug === agent.agent)
  if (!target) {
    report('UNKNOWN_TOOL', place, `There is no agent \`${agent.agent}\` to use as a tool`)
    return false
  }
  const calledAgent = findCalledAgent(environment.calledAgents, agent)
  const version = agent.version ?? target.published
  // Draft mode does not require a published version.
  if (!calledAgent && version === null) {
    const message = `\`${agent.agent}\` is not published, so it cannot be used as a tool`
    report('UNKNOWN_TOOL', place, message)
    return false
  }
  if (version !== null && !target.versions.includes(version)) {
    report('UNKNOWN_TOOL', place, `\`${agent.agent}\` has no version ${version}`)
    return false
  }
  const cycle = findRecursion(agent, environment.calledAgents, environment.self)
  if (cycle) {
    const path = cycle.map((step) => `\`${step}\``).join(' → ')
    report('CALL_CIRCLE', place, `This agent calls itself: ${path}`)
    return false
  }
  // The document of the called agent may not be loaded yet.
  if (!calledAgent) return false
  checkCalledAgent(context, node, calledAgent, field)
  return true
}
