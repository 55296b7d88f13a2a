import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { Button, Select } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { IdChip } from '../../../ui/status/id-chip.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import styles from '../prompts.module.css'
import { CompareVersions } from './compare-versions.tsx'
import { RestoreVersion } from './restore-version.tsx'
import { VersionContent } from './version-content.tsx'
import { VersionDiff } from './version-diff.tsx'
import { VersionLabels } from './version-labels.tsx'

const route = getRouteApi('/prompts/$name')

type VersionPaneProps = {
  prompt: RegistryPrompt
  versions: readonly PromptVersion[]
  version: PromptVersion
  /** The version to compare with. */
  comparedVersion: PromptVersion | undefined
  onEdit: () => void
}

export function VersionPane({
  prompt,
  versions,
  version: shownVersion,
  comparedVersion,
  onEdit,
}: VersionPaneProps) {
  const navigate = route.useNavigate()
  return (
    <section className={styles.pane} aria-label={`Version ${shownVersion.version}`}>
      <header className={styles.toolbar}>
        <h2>v{shownVersion.version}</h2>
        <IdChip id={shownVersion.hash} objectName="hash" />
        <VersionLabels prompt={prompt} version={shownVersion} />
        <span className={styles.gap} />
        <Select
          size="xs"
          className={styles.against ?? ''}
          aria-label="Compare with version"
          placeholder="Compare with…"
          clearable
          data={versions
            .filter((item) => item !== shownVersion)
            .map(({ version }) => ({ value: String(version), label: `v${version}` }))}
          value={comparedVersion ? String(comparedVersion.version) : null}
          onChange={(value) =>
            void navigate({
              search: (search) => ({
                ...search,
                against: value === null ? undefined : Number(value),
              }),
            })
          }
        />
        <CompareVersions
          prompt={prompt}
          version={shownVersion}
          versions={versions}
          comparedVersion={comparedVersion}
        />
        {versions[0]?.hash !== shownVersion.hash && (
          <RestoreVersion prompt={prompt} version={shownVersion} />
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} />}
          rightSection={<Keys keys="e" />}
          onClick={onEdit}
        >
          Edit
        </Button>
      </header>
      <div className={styles.content}>
        {shownVersion.message !== '' && <p className={styles.muted}>{shownVersion.message}</p>}
        {comparedVersion ? (
          <VersionDiff before={comparedVersion} after={shownVersion} />
        ) : (
          <VersionContent name={prompt.name} version={shownVersion} />
        )}
      </div>
    </section>
  )
}
