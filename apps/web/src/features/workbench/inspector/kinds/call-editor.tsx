import { Anchor, Select } from '@mantine/core'
import type { Value, Channel, GraphDocument, NodeOf } from '@lathe/contract'
import { findCalledAgent, inputSchema } from '@lathe/graph'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../../lib/api/api.ts'
import { PublishCalledAgent } from '../../problems/fix-buttons.tsx'
import { type Field, listFields } from '../../../../ui/schema-form/field-kind.ts'
import { useCalledAgents } from '../../called-agents.ts'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'
import { VersionField } from '../called-agents/version-field.tsx'
import { type EditorProps, setOrDrop } from '../use-member.ts'
import { useFieldProblems } from '../fields/field-frame.tsx'
import { WritesField } from '../fields/writes-field.tsx'
import styles from '../inspector.module.css'
import { Section } from '../section.tsx'
import { ArgumentField } from './argument-field.tsx'
import { useWorkbench } from '../../workbench-context.ts'

/** Calls another agent: its inputs and outputs. */
export function CallEditor({ node, onChange }: EditorProps<'agent-call'>) {
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const calledAgent = findCalledAgent(useCalledAgents(), node)
  const choose = useChooseAgent(node, onChange)
  const agent = agents.find(({ slug }) => slug === node.agent)
  const problems = { agent: useFieldProblems('agent'), version: useFieldProblems('version') }
  const fields = calledAgent ? listFields(inputSchema(calledAgent.document)) : []
  const unknownInputs = Object.keys(node.input).filter(
    (name) => !fields.some((field) => field.name === name),
  )
  const setInput = (name: string, value: Value | undefined) => {
    const input =
      value === undefined ? omitKeys(node.input, name) : { ...node.input, [name]: value }
    onChange({ ...node, input }, `input.${name}`)
  }

  return (
    <>
      <Section title="Agent" note={agent?.name}>
        <Select
          label="Agent"
          placeholder="Select an agent"
          data={agentOptions(agents, node.agent)}
          value={node.agent === '' ? null : node.agent}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No matching agent"
          error={problems.agent}
          wrapperProps={{ 'data-field': 'agent' }}
          onChange={(slug) => {
            if (slug !== null) void choose(slug)
          }}
        />
        {agent && (
          <>
            <VersionField
              label="Version"
              field="version"
              agent={agent}
              version={node.version}
              error={problems.version}
              onChange={(version) => onChange(setOrDrop(node, 'version', version), 'version')}
            />
            <PublishCalledAgent slug={agent.slug} />
            <Anchor
              size="xs"
              renderRoot={(props) => (
                <Link to="/agents/$agent" params={{ agent: agent.slug }} search={{}} {...props} />
              )}
            >
              Open {agent.name}
            </Anchor>
          </>
        )}
      </Section>
      {node.agent !== '' && (
        <>
          <Section title="Input" note={fields.map(({ name }) => name).join(', ')}>
            {[
              ...fields,
              ...unknownInputs.map((name) => unknownField(name, calledAgent !== undefined)),
            ].map((field) => (
              <ArgumentField
                key={field.name}
                path="input"
                field={field}
                value={node.input[field.name]}
                onChange={(value) => setInput(field.name, value)}
              />
            ))}
            {calledAgent && fields.length + unknownInputs.length === 0 && (
              <p className={styles.hint}>This agent takes no input.</p>
            )}
          </Section>
          <Section title="Output" note={calledAgent?.document.output.join(', ')}>
            <WritesField
              field="output"
              label="Save to channels"
              pathLabel="Output of the agent"
              paths={calledAgent?.document.output ?? []}
              value={node.output}
              onChange={(output) => onChange({ ...node, output }, 'output')}
            />
          </Section>
        </>
      )}
    </>
  )
}

type Listed = { slug: string; name: string }

/** Includes a missing agent, so that the field is not empty. */
function agentOptions(agents: readonly Listed[], selected: string) {
  const options = agents.map(({ slug, name }) => ({
    value: slug,
    label: name === slug ? name : `${name} (${slug})`,
  }))
  const isKnown = selected === '' || agents.some(({ slug }) => slug === selected)
  return isKnown ? options : [...options, { value: selected, label: selected }]
}

/** An input that the agent lacks. Shown so that it can be removed. */
const unknownField = (name: string, isKnown: boolean): Field => ({
  name,
  label: name,
  description: isKnown ? 'The agent has no such input.' : undefined,
  schema: {},
  isRequired: false,
})

type Call = NodeOf<'agent-call'>

/** Selects the called agent and maps inputs and outputs by name and type. */
function useChooseAgent(node: Call, onChange: (node: Call, field: string) => void) {
  const queries = useQueryClient()
  const { store } = useWorkbench()

  return async (agent: string) => {
    const { version: _, ...rest } = node
    const nextNode = { ...rest, agent, input: {}, output: {} }
    const calledAgents = await queries
      .fetchQuery(api.agents.calledAgents.queryOptions({ input: { refs: [{ agent }] } }))
      .catch(() => ({}))
    const calledAgent = findCalledAgent(calledAgents, nextNode)
    if (!calledAgent) return onChange(nextNode, 'agent')
    const { document } = store.getState()
    const input = inputFrom(document, calledAgent.document)
    onChange({ ...nextNode, input, output: outputTo(document, calledAgent.document) }, 'agent')
  }
}

/** Maps each required input to the channel of its name, or to the only one of its type. */
export function inputFrom(
  { state }: GraphDocument,
  calledGraph: GraphDocument,
): Record<string, Value> {
  const entries = calledGraph.input.flatMap((name): [string, Value][] => {
    const channel = calledGraph.state[name]
    if (!channel || channel.default !== undefined) return []
    const fitting = fittingNames(state, name, channel)
    const source = fitting.includes(name) ? name : fitting.length === 1 ? fitting[0] : undefined
    if (source !== undefined) return [[name, { expression: source }]]
    return [[name, channel.type === 'string' ? { template: '' } : { expression: '' }]]
  })
  return Object.fromEntries(entries)
}

/** Maps outputs to channels of the same name and type. */
export function outputTo(
  { state }: GraphDocument,
  calledGraph: GraphDocument,
): Record<string, string> {
  const names = calledGraph.output.filter(
    (name) => state[name]?.type === calledGraph.state[name]?.type,
  )
  return Object.fromEntries(names.map((name) => [name, name]))
}

const fittingNames = (state: GraphDocument['state'], name: string, channel: Channel): string[] =>
  Object.entries(state)
    .filter(([, { type }]) => type === channel.type)
    .map(([channel]) => channel)
    .toSorted((a, b) => Number(b === name) - Number(a === name))
