import type { ReactNode } from 'react'
import { Connection } from '../../feedback/connection.tsx'
import { EntryGate } from '../entry-warning.tsx'
import { Content, Frame } from '../frame.tsx'
import styles from './chat-layout.module.css'

/** Bare: the conversation fills the screen. The entry warning stands before it where a country wants one. */
export function ChatLayout({ children }: { children: ReactNode }) {
  return (
    <EntryGate>
      <Frame layout="chat" className={styles.layout}>
        <Connection />
        <Content className={styles.content}>{children}</Content>
      </Frame>
    </EntryGate>
  )
}
