import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { Agent, Draft, Json } from '@lathe/contract'
import { createStore } from 'zustand/vanilla'
import { WorkbenchLayout } from './layout/workbench-layout.tsx'
import { WorkbenchTopbar } from './topbar/workbench-topbar.tsx'
import { useAutosave } from './draft/use-autosave.ts'
import { useProblems } from './problems/use-problems.ts'
import { useSelectionParam } from './use-selection-param.ts'
import { useWorkbench, WorkbenchContext, type WorkbenchValue } from './workbench-context.ts'
import { client } from '../../lib/api/api.ts'
import { type AutosaveState, createAutosave } from './draft/autosave.ts'
import {
  createLocalDrafts,
  deleteLocalDraft,
  listLocalDrafts,
  recoverDraft,
} from './draft/local-drafts.ts'
import { createRunStore } from './run/run-store.ts'
import { createWorkbenchStore } from './store/workbench-store.ts'

type WorkbenchProps = Parameters<typeof createWorkbench>[0]

export function Workbench(props: WorkbenchProps) {
  const [workbench] = useState(() => createWorkbench(props))
  return (
    <WorkbenchContext value={workbench}>
      <VisuallyHidden component="h1">{props.agent.name}</VisuallyHidden>
      <WorkbenchServices />
      <WorkbenchTopbar agent={props.agent} />
      <WorkbenchLayout />
    </WorkbenchContext>
  )
}

/** Runs saving, checking and address updates. */
function WorkbenchServices() {
  const workbench = useWorkbench()
  useAutosave(workbench)
  useProblems(workbench)
  useSelectionParam(workbench.store)
  return null
}

type Tabs = { tab: string; live: ReadonlySet<string> }

type WorkbenchOptions = {
  agent: Agent
  draft: Draft
  example: Readonly<Record<string, Json>>
  tabs: Tabs
}

/** Creates the state of a workbench from the draft and unsaved changes stored in this browser. */
function createWorkbench({ agent, draft, example, tabs }: WorkbenchOptions): WorkbenchValue {
  const store = createWorkbenchStore(draft.document)
  const recovery = recoverDraft(draft, listLocalDrafts(agent.id), tabs.tab, tabs.live)
  // Sends the revision the changes are based on, so that the server can return the common base.
  const revision = recovery.type === 'conflict' ? recovery.revision : draft.revision
  const saving = createStore<AutosaveState>()(() => ({
    save: { status: 'saved' },
    revision,
    savedAt: draft.savedAt,
    hash: draft.hash,
  }))
  const autosave = createAutosave({
    draft: { ...draft, revision },
    send: (revision, document) => client.agents.saveDraft({ agent: agent.id, revision, document }),
    localDrafts: createLocalDrafts(agent.id, tabs.tab),
    onChange: (state) => saving.setState(state),
  })
  if (recovery.type !== 'none') {
    const { document, tab } = recovery
    store.edit(() => document)
    autosave.change(document)
    if (tab !== tabs.tab) deleteLocalDraft(agent.id, tab)
  }

  return {
    agentId: agent.id,
    slug: agent.slug,
    example,
    store,
    autosave,
    saving,
    run: createRunStore(),
    isRecovered: recovery.type !== 'none',
  }
}
