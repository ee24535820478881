import { Button, IconButton, IconLink, LinkButton } from '../../../client/ui/button.tsx'
import { Dialog } from '../../../client/ui/dialog.tsx'
import { Cluster } from '../../../client/ui/layout.tsx'
import { Menu, MenuButton, MenuLink } from '../../../client/ui/menu.tsx'

const nothing = () => {}
const VARIANTS = ['primary', 'secondary', 'accent', 'quiet', 'danger'] as const

/** Buttons and links that look like them. */
export function Buttons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Cluster key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} icon="heart">
            With icon
          </Button>
          <Button variant={variant} small>
            Small
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy busyLabel="Sending…">
            Busy
          </Button>
          <LinkButton variant={variant} href="#buttons">
            Link
          </LinkButton>
          <IconButton variant={variant} icon="settings" label={`Settings, ${variant}`} />
          <IconLink variant={variant} icon="search" label={`Search, ${variant}`} href="#buttons" />
        </Cluster>
      ))}
      <Button wide>As wide as its place</Button>
    </>
  )
}

/** An open menu. */
export function OpenMenu() {
  return (
    <div className="stage">
      <Menu trigger="Account">
        <MenuLink href="#menu" icon="user" current>
          My profile
        </MenuLink>
        <MenuButton icon="logout" onClick={nothing}>
          Log out
        </MenuButton>
        <MenuButton icon="trash" tone="danger" onClick={nothing}>
          Delete
        </MenuButton>
      </Menu>
    </div>
  )
}

/** An open dialog. */
export function OpenDialog() {
  return (
    <div className="stage">
      <Dialog
        open
        title="Delete this photo?"
        closeLabel="Close"
        onClose={nothing}
        actions={
          <>
            <Button variant="danger">Delete</Button>
            <Button variant="quiet">Keep it</Button>
          </>
        }
      >
        <p>It can’t be brought back.</p>
      </Dialog>
    </div>
  )
}
