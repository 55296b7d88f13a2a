import { SegmentedControl } from '@mantine/core'
import type { GraphNode, NodeOf } from '@lathe/contract'
import { renamePort } from '@lathe/graph'
import { useCallback, useMemo } from 'react'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import { TextField } from '../fields/scalar-fields.tsx'
import { ModelFields } from '../model/model-fields.tsx'
import { PromptFields } from '../model/prompt-fields.tsx'
import { Section } from '../section.tsx'
import { useChangeNode } from '../use-member.ts'
import { portName } from './port-name.ts'
import {
  BranchList,
  byModel,
  byRules,
  removeBranch,
  type Branch,
  listBranches,
  setBranches,
} from './branch-list.tsx'

type Decide = NodeOf<'branch'>['decide']

const BRANCH = ['branch'] as const

/** Selects a branch by rules in order or by a model, with an else branch. */
export function BranchEditor({ id }: { id: string }) {
  return (
    <>
      <DecidedBy id={id} />
      <Branches id={id} />
    </>
  )
}

const branchDecide = (node: GraphNode | undefined) =>
  node?.kind === 'branch' ? node.decide : undefined

const modelDecide = (node: GraphNode | undefined) => {
  const decide = branchDecide(node)
  return decide?.by === 'model' ? decide : undefined
}

function useChangeDecide(id: string) {
  const change = useChangeNode(id, BRANCH)
  return useCallback(
    (next: (decide: Decide) => Decide, field: string) =>
      change((node) => ({ ...node, decide: next(node.decide) }), field),
    [change],
  )
}

function DecidedBy({ id }: { id: string }) {
  const { store } = useWorkbench()
  const method = useWorkbenchState(({ document }) => branchDecide(document.nodes[id])?.by)
  const change = useChangeDecide(id)
  if (method === undefined) return null
  return (
    <Section title="Decided by">
      <SegmentedControl
        aria-label="Decided by"
        data={[
          { value: 'rules', label: 'Rules' },
          { value: 'model', label: 'A model' },
        ]}
        value={method}
        onChange={(next) =>
          change(
            (decide) =>
              next === 'rules' ? byRules(decide) : byModel(decide, store.getState().document),
            'decide.by',
          )
        }
      />
      <ChoosingModel id={id} />
      <ChoosingPrompt id={id} />
    </Section>
  )
}

function ChoosingModel({ id }: { id: string }) {
  const model = useWorkbenchState(({ document }) => modelDecide(document.nodes[id])?.model)
  const change = useChangeDecide(id)
  if (!model) return null
  return (
    <ModelFields
      field="decide.model"
      value={model}
      onChange={(next, field) =>
        change((decide) => (decide.by === 'model' ? { ...decide, model: next } : decide), field)
      }
    />
  )
}

function ChoosingPrompt({ id }: { id: string }) {
  const model = useWorkbenchState(({ document }) => modelDecide(document.nodes[id])?.model)
  const prompt = useWorkbenchState(({ document }) => modelDecide(document.nodes[id])?.prompt)
  const change = useChangeDecide(id)
  if (!model || !prompt) return null
  return (
    <PromptFields
      field="decide.prompt"
      value={prompt}
      node={{ id, model }}
      onChange={(next, field) =>
        change((decide) => (decide.by === 'model' ? { ...decide, prompt: next } : decide), field)
      }
    />
  )
}

function Branches({ id }: { id: string }) {
  const { store } = useWorkbench()
  // A string, so that the branches do not render while the prompt is edited.
  const branchesJson = useWorkbenchState(({ document }) => serializeBranches(document.nodes[id]))
  const change = useChangeDecide(id)
  const { method, branches, otherwise } = useMemo(
    (): BranchesView => JSON.parse(branchesJson),
    [branchesJson],
  )
  const ports = [...branches.map(({ port }) => port), otherwise]
  const rename = (from: string, to: string) =>
    store.edit((document) => renamePort(document, id, from, to), `${id}.port`)

  return (
    <Section title={method === 'rules' ? 'Rules, in order' : 'Choices'}>
      <BranchList
        method={method}
        branches={branches}
        ports={ports}
        onChange={(next, field) => change((decide) => setBranches(decide, next), field)}
        onRename={rename}
        onRemove={(index) => store.edit((document) => removeBranch(document, id, index))}
      />
      <TextField
        field="else"
        label={method === 'rules' ? 'If no rule matches' : 'If the model selects none'}
        schema={portName(ports.filter((port) => port !== otherwise))}
        value={otherwise}
        onChange={(to) => rename(otherwise, to)}
      />
    </Section>
  )
}

type BranchesView = { method: Decide['by']; branches: Branch[]; otherwise: string }

const NO_BRANCHES: BranchesView = { method: 'rules', branches: [], otherwise: '' }

const serializeBranches = (node: GraphNode | undefined): string =>
  JSON.stringify(
    node?.kind === 'branch'
      ? { method: node.decide.by, branches: listBranches(node.decide), otherwise: node.else }
      : NO_BRANCHES,
  )
