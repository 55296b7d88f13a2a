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
  shown: PromptVersion
  /** The version to compare with. */
  other: PromptVersion | undefined
  onEdit: () => void
}

export function VersionPane({ prompt, versions, shown, other, onEdit }: VersionPaneProps) {
  const navigate = route.useNavigate()
  return (
    <section className={styles.pane} aria-label={`Version ${shown.version}`}>
      <header className={styles.toolbar}>
        <h2>v{shown.version}</h2>
        <IdChip id={shown.hash} objectName="hash" />
        <VersionLabels prompt={prompt} shown={shown} />
        <span className={styles.gap} />
        <Select
          size="xs"
          className={styles.against ?? ''}
          aria-label="Compare with version"
          placeholder="Compare with…"
          clearable
          data={versions
            .filter((one) => one !== shown)
            .map(({ version }) => ({ value: String(version), label: `v${version}` }))}
          value={other ? String(other.version) : null}
          onChange={(value) =>
            void navigate({
              search: (search) => ({
                ...search,
                against: value === null ? undefined : Number(value),
              }),
            })
          }
        />
        <CompareVersions prompt={prompt} shown={shown} versions={versions} other={other} />
        {versions[0]?.hash !== shown.hash && <RestoreVersion prompt={prompt} shown={shown} />}
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
        {shown.message !== '' && <p className={styles.muted}>{shown.message}</p>}
        {other ? (
          <VersionDiff before={other} after={shown} />
        ) : (
          <VersionContent name={prompt.name} shown={shown} />
        )}
      </div>
    </section>
  )
}
