import { Select } from '@mantine/core'
import type { JsonSchema, Tool, Value } from '@lathe/contract'
import { agentTool, findCalledAgent, parseAgentTool } from '@lathe/graph'
import { fieldsOfType, fieldValue, nodeTools, offeredTools, withFieldValue } from '@lathe/nodes'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api.ts'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'
import { type Field, listFields } from '../../../../ui/schema-form/field-kind.ts'
import { useCalledAgents } from '../../called-agents.ts'
import { useWorkbenchState } from '../../workbench-context.ts'
import { AgentToolVersions, withVersion } from '../called-agents/version-field.tsx'
import { useFieldProblems } from '../fields/field-frame.tsx'
import { ChoiceField } from '../fields/scalar-fields.tsx'
import styles from '../inspector.module.css'
import { ArgumentField } from '../kinds/argument-field.tsx'
import { ToolsField } from '../model/tools-field.tsx'
import { fieldProps, useEditNode, useField, type FieldEditorProps } from './use-field.ts'

/** Tools that a model may call, and the versions of those that are agents. */
export function ToolsEditor({ id, field }: FieldEditorProps<'tools'>) {
  const [tools = [], set] = useField({ id, field })
  const change = useEditNode(id)
  return (
    <>
      <ToolsField
        {...fieldProps(field)}
        value={tools}
        onChange={(names) => set(names.length > 0 || field.isRequired ? names : undefined)}
      />
      <AgentToolVersions
        tools={tools}
        onChange={(from, to) => change((node) => withVersion(node, from, to), field.name)}
      />
    </>
  )
}

/** Tools that require approval. */
export function ApprovalsEditor({ id, field }: FieldEditorProps<'approvals'>) {
  const [names = [], set] = useField({ id, field })
  return (
    <ToolsField
      {...fieldProps(field)}
      value={names}
      onChange={(next) => set(next.length > 0 ? next : undefined)}
    />
  )
}

const CHOICES = [
  { value: 'auto', label: 'Auto' },
  { value: 'required', label: 'Must call a tool' },
  { value: 'none', label: 'Must not call tools' },
] as const

/** Whether the model must call a tool, or which one. */
export function ToolChoiceEditor({ id, field }: FieldEditorProps<'tool-choice'>) {
  const [choice, set] = useField({ id, field })
  const tools = useTools(id, offeredTools)
  const options = [
    ...CHOICES,
    ...tools.map((tool) => ({ value: `tool:${tool}`, label: `Must call ${tool}` })),
  ]
  return (
    <ChoiceField<string>
      {...fieldProps(field)}
      isClearable
      options={options}
      value={typeof choice === 'object' ? `tool:${choice.tool}` : choice}
      onChange={(value) =>
        set(value?.startsWith('tool:') ? { tool: value.slice('tool:'.length) } : value)
      }
    />
  )
}

/** Returns tools of the node as a stable list. */
function useTools(id: string, list: typeof offeredTools): readonly string[] {
  const names = useWorkbenchState(({ document }) => {
    const node = document.nodes[id]
    return node ? list(node).join() : ''
  })
  return names === '' ? [] : names.split(',')
}

/** The tool that the node runs. Another tool keeps the arguments that it also has. */
export function ToolEditor({ id, field }: FieldEditorProps<'tool'>) {
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  const [name = ''] = useField({ id, field })
  const change = useEditNode(id)
  const tool = useTool(name)
  const problem = useFieldProblems(field.name)
  return (
    <>
      <Select
        label={field.label}
        description={tool?.description}
        data={[...new Set([...tools.map((each) => each.name), name])]}
        value={name}
        searchable
        allowDeselect={false}
        error={problem}
        wrapperProps={{ 'data-field': field.name }}
        onChange={(selected) => {
          const next = tools.find((each) => each.name === selected)
          if (!next) return
          change((node) => {
            const changed = withFieldValue(node, field, next.name)
            const [args] = fieldsOfType(node, 'tool-arguments')
            if (!args) return changed
            return withFieldValue(changed, args, keptArgs(fieldValue(node, args) ?? {}, next))
          }, field.name)
        }}
      />
      <AgentToolVersions
        tools={[name]}
        onChange={(from, to) => change((node) => withVersion(node, from, to), field.name)}
      />
    </>
  )
}

/** A pinned agent version is not in the tool list but is known. */
function useTool(name: string): Pick<Tool, 'schema' | 'description'> | undefined {
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  const calledAgents = useCalledAgents()
  const ref = parseAgentTool(name)
  const calledAgent = ref ? findCalledAgent(calledAgents, ref) : undefined
  const pinned = ref && calledAgent ? agentTool(ref, calledAgent, () => undefined) : undefined
  return tools.find((tool) => tool.name === name) ?? pinned
}

const NO_SCHEMA: JsonSchema = { type: 'object', properties: {} }

/** Arguments of the tool that the node runs. */
export function ArgumentsEditor({ id, field }: FieldEditorProps<'tool-arguments'>) {
  const [args = {}, set] = useField({ id, field })
  const [name = ''] = useTools(id, nodeTools)
  const tool = useTool(name)
  const fields = listFields(tool?.schema ?? NO_SCHEMA)
  const unknownArgs = Object.keys(args).filter((arg) => !fields.some((each) => each.name === arg))
  const setArgument = (arg: string, value: Value | undefined) =>
    set(
      value === undefined ? omitKeys(args, arg) : { ...args, [arg]: value },
      `${field.name}.${arg}`,
    )

  return (
    <>
      {[...fields, ...unknownArgs.map(unknownField)].map((each) => (
        <ArgumentField
          key={each.name}
          path={field.name}
          field={each}
          value={args[each.name]}
          onChange={(value) => setArgument(each.name, value)}
        />
      ))}
      {fields.length + unknownArgs.length === 0 && (
        <p className={styles.hint}>This tool takes no arguments.</p>
      )}
    </>
  )
}

/** An argument that the tool lacks. Shown so that it can be removed. */
const unknownField = (name: string): Field => ({
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
