import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import styles from '../inspector.module.css'
import type { CalledAgent } from './version-field.tsx'

type NewerVersionProps = {
  agent: CalledAgent
  version: number | undefined
  onTake: (version: number) => void
}

/** Beside a pinned version that others have come after: what they changed, and the way to the newest. */
export function NewerVersion({ agent, version, onTake }: NewerVersionProps) {
  const newer = version === undefined ? undefined : newerThan(agent, version)
  if (newer === undefined) return null
  const isPublished = newer === agent.publishedVersion
  return (
    <div className={styles.newer} role="note">
      <span>
        Version {newer} is newer{isPublished && ' and published'}.{' '}
        <Anchor
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/agents/$agent/versions"
              params={{ agent: agent.slug }}
              search={{ from: String(version), to: String(newer) }}
              {...props}
            />
          )}
        >
          What changed
        </Anchor>
      </span>
      <Button size="compact-xs" variant="default" onClick={() => onTake(newer)}>
        Use version {newer}
      </Button>
    </div>
  )
}

/** What is published before what is not. */
function newerThan(
  { latestVersion, publishedVersion }: CalledAgent,
  version: number,
): number | undefined {
  if (publishedVersion !== null && publishedVersion > version) return publishedVersion
  return latestVersion > version ? latestVersion : undefined
}
