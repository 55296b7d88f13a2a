import type { Agent, Draft, Json } from '@lathe/contract'
import { createStore } from 'zustand/vanilla'
import { client } from '../../lib/api.ts'
import { type AutosaveState, createAutosave } from './draft/autosave.ts'
import {
  createLocalDrafts,
  deleteLocalDraft,
  listLocalDrafts,
  recoverDraft,
} from './draft/local-drafts.ts'
import { createRunStore } from './run/run-store.ts'
import { createWorkbenchStore } from './store/workbench-store.ts'
import type { WorkbenchValue } from './workbench-context.ts'

type Tabs = { tab: string; live: ReadonlySet<string> }

type WorkbenchOptions = {
  agent: Agent
  draft: Draft
  example: Readonly<Record<string, Json>>
  tabs: Tabs
}

/** Creates the state of a workbench from the draft and unsaved changes stored in this browser. */
export function createWorkbench({ agent, draft, example, tabs }: WorkbenchOptions): WorkbenchValue {
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
