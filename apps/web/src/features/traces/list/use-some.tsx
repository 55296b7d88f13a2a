import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import styles from './facets.module.css'

const FEW = 6

/** The first of them, and what shows the others. */
export function useSome<T>(all: readonly T[]) {
  const [isWhole, setWhole] = useState(false)
  return {
    shown: isWhole ? all : all.slice(0, FEW),
    more: all.length > FEW && (
      <UnstyledButton className={styles.more} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Fewer' : `${all.length - FEW} more`}
      </UnstyledButton>
    ),
  }
}
