import { parseImageDataUrl } from '@lathe/contract'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { formatBytes, plural } from '../../lib/format/format.ts'
import {
  childPath,
  type Container,
  listEntries,
  isContainer,
  LONG_TEXT,
  PAGE,
  SOUND,
} from './json-folds.ts'
import styles from './json-view.module.css'
import { Picture } from '../pictures/picture.tsx'

type JsonNodeProps = {
  name?: string | number
  value: unknown
  path: string
  isOpen: (path: string) => boolean
  onToggle: (path: string) => void
}

export function JsonNode({ name, value, path, isOpen, onToggle }: JsonNodeProps) {
  if (!isContainer(value)) {
    return (
      <div className={styles.leaf}>
        <Name name={name} />
        <Scalar value={value} />
      </div>
    )
  }

  const open = isOpen(path)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton className={styles.fold} aria-expanded={open} onClick={() => onToggle(path)}>
        <Chevron size={12} className={styles.chevron} />
        <Name name={name} />
        <span className={styles.size}>{summarize(value)}</span>
      </UnstyledButton>
      {open && (
        <div className={styles.children}>
          <JsonChildren value={value} path={path} isOpen={isOpen} onToggle={onToggle} />
        </div>
      )}
    </div>
  )
}

function JsonChildren({ value, path, isOpen, onToggle }: JsonNodeProps & { value: Container }) {
  const [visibleCount, setVisibleCount] = useState(PAGE)
  const entries = listEntries(value)
  const hiddenCount = entries.length - visibleCount

  return (
    <>
      {entries.slice(0, visibleCount).map(([key, child]) => {
        const childKey = childPath(path, key)
        return (
          <JsonNode
            key={childKey}
            name={key}
            value={child}
            path={childKey}
            {...{ isOpen, onToggle }}
          />
        )
      })}
      {hiddenCount > 0 && (
        <UnstyledButton
          className={styles.link}
          onClick={() => setVisibleCount(visibleCount + PAGE)}
        >
          {plural(hiddenCount, 'more entry', 'more entries')}
        </UnstyledButton>
      )}
    </>
  )
}

function Name({ name }: { name: string | number | undefined }) {
  if (name === undefined) return null
  return <span className={styles.name}>{name}: </span>
}

function Scalar({ value }: { value: unknown }) {
  const [isExpanded, setExpanded] = useState(false)
  if (typeof value !== 'string') return <span className={styles.scalar}>{String(value)}</span>
  if (parseImageDataUrl(value)) return <Picture name="Picture in this value" url={value} />
  if (SOUND.test(value)) return <Sound url={value} />
  const isCut = value.length > LONG_TEXT && !isExpanded
  return (
    <span className={styles.text}>
      "{isCut ? value.slice(0, LONG_TEXT) : value}"
      {isCut && (
        <UnstyledButton className={styles.link} onClick={() => setExpanded(true)}>
          … show all {formatBytes(value.length)}
        </UnstyledButton>
      )}
    </span>
  )
}

function Sound({ url }: { url: string }) {
  const [head = ''] = url.split(',', 1)
  return (
    <span className={styles.picture}>
      <span className={styles.size}>
        {head}, {formatBytes(url.length - head.length - 1)}
      </span>
      <audio src={url} controls preload="metadata" aria-label="Audio in this value">
        <track kind="captions" />
      </audio>
    </span>
  )
}

function summarize(value: Container): string {
  if (Array.isArray(value)) return `[${plural(value.length, 'item')}]`
  const keys = Object.keys(value)
  if (keys.length === 0) return '{}'
  return keys.length <= 3 ? `{${keys.join(', ')}}` : `{${keys.slice(0, 3).join(', ')}, …}`
}
