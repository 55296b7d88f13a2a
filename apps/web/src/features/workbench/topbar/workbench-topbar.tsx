import type { Agent } from '@lathe/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { TopbarControls } from '../../../ui/topbar-slot.tsx'
import { ConflictNotice } from '../conflict/conflict-notice.tsx'
import { ProblemsButton } from '../problems/problems-button.tsx'
import { CalledBy } from './called-by.tsx'
import { CodeLink } from './code-link.tsx'
import { ConnectLink } from './connect-link.tsx'
import { SaveStatus } from './save-status.tsx'
import { SaveVersionButton } from './save-version-button.tsx'
import { SaveVersionDialog } from './save-version-dialog.tsx'
import styles from './topbar.module.css'
import { VersionsButton } from './versions-button.tsx'

type WorkbenchTopbarProps = {
  agent: Agent
}

/** How the draft stands: saved or not, what is wrong with it, which versions there are. */
export function WorkbenchTopbar({ agent }: WorkbenchTopbarProps) {
  const navigate = useNavigate()
  const [isSaving, setSaving] = useState(false)

  useHotkeys([
    {
      keys: 'mod+s',
      label: 'Save a version',
      group: 'Workbench',
      beforeFields: true,
      run: () => setSaving(true),
    },
    {
      keys: 'g v',
      label: 'Compare versions',
      group: 'Workbench',
      run: () =>
        void navigate({ to: '/agents/$agent/versions', params: { agent: agent.slug }, search: {} }),
    },
  ])

  return (
    <>
      <TopbarControls>
        <section className={styles.controls} aria-label="Draft">
          <SaveStatus />
          <ProblemsButton />
          <CalledBy agent={agent} />
          <VersionsButton agent={agent} />
          <CodeLink agent={agent} />
          <ConnectLink agent={agent} />
          <SaveVersionButton onPress={() => setSaving(true)} />
        </section>
      </TopbarControls>
      <ConflictNotice />
      <SaveVersionDialog isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  )
}
