import { Select, Switch } from '@mantine/core'
import type { JsonSchema, Tool, Value } from '@lathe/contract'
import { parseAgentTool, agentTool, findCalledAgent } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api.ts'
import { type Field, listFields } from '../../../../ui/schema-form/field-kind.ts'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'
import { useCalledAgents } from '../../called-agents.ts'
import { AgentToolVersions, withVersion } from '../called-agents/version-field.tsx'
import { type EditorProps, setOrDrop } from '../use-member.ts'
import { ChannelField } from '../fields/channel-field.tsx'
import { useFieldProblems } from '../fields/field-frame.tsx'
import { ArgumentField } from './argument-field.tsx'
import { Section } from '../section.tsx'
import styles from '../inspector.module.css'

const NO_SCHEMA: JsonSchema = { type: 'object', properties: {} }

/** One tool call with arguments from the state. */
export function ToolEditor({ node, onChange }: EditorProps<'tool'>) {
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  const pinned = usePinnedAgent(node.tool)
  const tool = tools.find(({ name }) => name === node.tool) ?? pinned
  const problem = useFieldProblems('tool')
  const fields = listFields(tool?.schema ?? NO_SCHEMA)
  const unknownArgs = Object.keys(node.args).filter(
    (name) => !fields.some((each) => each.name === name),
  )
  const setArgument = (name: string, value: Value | undefined) =>
    onChange(
      {
        ...node,
        args: value === undefined ? omitKeys(node.args, name) : { ...node.args, [name]: value },
      },
      `args.${name}`,
    )

  return (
    <>
      <Section title="Tool" note={node.tool}>
        <Select
          label="Tool"
          description={tool?.description}
          data={[...new Set([...tools.map(({ name }) => name), node.tool])]}
          value={node.tool}
          searchable
          allowDeselect={false}
          error={problem}
          wrapperProps={{ 'data-field': 'tool' }}
          onChange={(name) => {
            const tool = tools.find((each) => each.name === name)
            if (tool)
              onChange({ ...node, tool: tool.name, args: keptArgs(node.args, tool) }, 'tool')
          }}
        />
        <AgentToolVersions
          tools={[node.tool]}
          onChange={(from, to) => onChange(withVersion(node, from, to), 'tool')}
        />
        <ChannelField
          field="writes"
          label="Save result to"
          placeholder="Not saved"
          value={node.writes}
          onChange={(name) => onChange(setOrDrop(node, 'writes', name), 'writes')}
        />
        <Switch
          label="Require approval before each call"
          checked={node.approval ?? false}
          onChange={({ currentTarget }) =>
            onChange(setOrDrop(node, 'approval', currentTarget.checked || undefined), 'approval')
          }
        />
      </Section>
      <Section title="Arguments">
        {[...fields, ...unknownArgs.map(strayField)].map((field) => (
          <ArgumentField
            key={field.name}
            path="args"
            field={field}
            value={node.args[field.name]}
            onChange={(value) => setArgument(field.name, value)}
          />
        ))}
        {fields.length + unknownArgs.length === 0 && (
          <p className={styles.hint}>This tool takes no arguments.</p>
        )}
      </Section>
    </>
  )
}

/** A pinned agent version is not in the tool list but is known. */
function usePinnedAgent(name: string): Pick<Tool, 'schema' | 'description'> | undefined {
  const calledAgents = useCalledAgents()
  const ref = parseAgentTool(name)
  const calledAgent = ref ? findCalledAgent(calledAgents, ref) : undefined
  return ref && calledAgent ? agentTool(ref, calledAgent, () => undefined) : undefined
}

/** An argument that the tool lacks. Shown so that it can be removed. */
const strayField = (name: string): Field => ({
  name,
  label: name,
  description: 'The tool has no such argument.',
  schema: {},
  isRequired: false,
})

/** Keeps arguments that the new tool also has and adds its required ones. */
function keptArgs(args: Readonly<Record<string, Value>>, tool: Tool): Record<string, Value> {
  return Object.fromEntries(
    listFields(tool.schema).flatMap(({ name, isRequired }): [string, Value][] => {
      const value = args[name]
      if (value !== undefined) return [[name, value]]
      return isRequired ? [[name, { template: '' }]] : []
    }),
  )
}
