import type { ReactNode } from 'react'
import { Connection } from '../../feedback/connection.tsx'
import { EntryGate } from '../entry-warning.tsx'
import { Content, Frame } from '../frame.tsx'
import styles from './chat-layout.module.css'

/** Bare: the conversation fills the screen. In countries that require it, the entry warning comes first. */
export function ChatLayout({ children }: { children: ReactNode }) {
  return (
    <EntryGate>
      <Frame layout="chat" className={styles.layout}>
        <Connection over />
        <Content className={styles.content}>{children}</Content>
      </Frame>
    </EntryGate>
  )
}
