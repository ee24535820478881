import type { ComponentType, ReactNode } from 'react'
import type { LayoutName } from '../../shared/routes/route.ts'
import { ChatLayout } from './chat/chat-layout.tsx'
import { DefaultLayout } from './default/default-layout.tsx'
import { EmptyLayout } from './empty/empty-layout.tsx'
import { LanderLayout } from './lander/lander-layout.tsx'

export const LAYOUTS: Record<LayoutName, ComponentType<{ children: ReactNode }>> = {
  default: DefaultLayout,
  chat: ChatLayout,
  lander: LanderLayout,
  empty: EmptyLayout
}
