import type { PromptVersion } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import styles from '../prompts.module.css'

type VersionListProps = { versions: readonly PromptVersion[]; selectedVersion: number }

export function VersionList({ versions, selectedVersion }: VersionListProps) {
  return (
    <nav className={styles.versions} aria-label="Versions">
      <ul>
        {versions.map(({ version, message, labels, createdAt }) => (
          <li key={version}>
            <Link
              from="/prompts/$name"
              to="."
              search={(search) => ({ ...search, version })}
              aria-current={version === selectedVersion ? 'true' : undefined}
            >
              <span className={styles.line}>
                <b>v{version}</b>
                {labels.map((label) => (
                  <span key={label} className={styles.label}>
                    {label}
                  </span>
                ))}
                <span className={styles.gap} />
                <RelativeTime time={createdAt} />
              </span>
              {message !== '' && <span>{message}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
