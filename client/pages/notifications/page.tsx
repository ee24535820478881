export { default } from '../settings/page.tsx'
