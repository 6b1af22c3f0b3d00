export const setup = {
	closed: {
		title: "This site is being set up",
		text: "It isn't open yet. Please come back soon.",
		toSetup: "I'm the one setting it up",
	},
	starting: {
		title: "The site is starting",
		text: "This takes a few seconds. The page reloads by itself.",
	},
	link: {
		title: "Open the setup link",
		missing:
			"The person who runs the site sets it up with a link. It works once, within 15 minutes, and only in the browser that opens it. On the server, the command “plateia setup” prints a new one; the log has one too.",
		insecure:
			"The setup needs https, or a current browser on the server itself (localhost), so that nobody can read what you enter. A link that you open any other way stops working; “plateia setup” on the server prints a new one. With a proxy in front of the site, set TRUSTED_PROXY_HOPS and have the proxy send X-Forwarded-Proto.",
	},
	move: {
		title: "Continue at the public address",
		text: "Signing in works only at the public address of the site, {{address}}. Open the setup link there; the log has it, and “plateia setup” on the server prints a new one.",
		open: "Continue at {{address}}",
	},
	form: {
		title: "Set up this site",
		intro:
			"Viewers sign in with a service that already knows them. Connect it, try it, and you're the first admin.",
		service: "Sign-in service",
		redirect: "Redirect URL to copy",
		redirectHint:
			"This page's address, {{origin}}, becomes the public address of the site. To use another one, open the setup link there; changing it later signs everyone out.",
		otherFixed: "Also set in the server's environment: {{names}}.",
		save: "Save and check",
	},
	presets: {
		twitch: {
			name: "Twitch",
			register:
				"Register an application in Twitch's developer console with the channel's account: category Website Integration, type Confidential. Enter the redirect URL below, then create a secret.",
		},
		auth0: {
			name: "Auth0",
			register:
				"Create a Regular Web Application in Auth0 and enter the redirect URL below under Allowed Callback URLs. docs/sign-in.md describes the API and the Action for names and roles.",
		},
		other: {
			name: "Another one (OpenID Connect)",
			register:
				"Create a confidential client with the authorization code flow in your service, with exactly this redirect URL.",
		},
	},
	faults: {
		APP_ORIGIN: "SLOT_DEMO_HOSTS in the server's environment must not contain this address.",
		OIDC_ISSUER: "Enter the issuer's address, e.g. https://login.example.com.",
		OIDC_CLIENT_ID: "Enter the client ID.",
		OIDC_CLIENT_SECRET: "Enter the client secret.",
		OIDC_SCOPE: "The scope must contain openid.",
		unreachable:
			"No sign-in service answers there. Check the address, and whether the server can reach it; the log has the reason.",
		unsupported:
			"The service there demands {{demands}}, which this site doesn't support. Allow a client secret there (client_secret_basic or client_secret_post) and a sign-in without these demands, or choose another service.",
		otherIssuer: "The service there says that its issuer is {{issuer}}. Enter exactly that.",
	},
	problems: {
		cancelled: "You left before the sign-in was finished. Try again.",
		expired: "The sign-in took too long or was started in another window. Try again.",
		provider: "The sign-in service didn't give a usable answer. The log has the reason.",
		clock:
			"The clocks of this server and the sign-in service differ by about {{minutes, number}} minutes. Set the server's clock right and try again.",
		refused:
			"We couldn't trust the sign-in service's answer. Check that the issuer and the client belong together; the log has the reason.",
		secret: "The sign-in service doesn't accept the client ID or the secret. Copy both again.",
		scope: "The sign-in service doesn't know one of the scopes. Change the scope and try again.",
		redirect: "The sign-in service doesn't accept the redirect URL. Register exactly the one below.",
		changed: "Something has changed since you opened this page. Check it and test again.",
		storage: "The site couldn't save the settings. The log has the reason.",
	},
	test: {
		title: "Test it",
		text: "The service was found. Now sign in yourself, with the account that's to be the first admin.",
		signIn: "Sign in to test",
		again: "Test again",
		hint: "If the service shows an error about the redirect URL, register exactly the one above there.",
	},
	finish: {
		title: "It works",
		name: "Name",
		subject: "ID at the service (“sub”)",
		picture: "Picture",
		email: "Email",
		roles: "Roles",
		claims: "Claims received",
		yes: "Yes",
		no: "No",
		none: "None",
		button: "Finish: make {{name}} the first admin",
	},
	done: {
		title: "All set",
		text: "{{name}} is an admin. The site is starting; in a few seconds you can sign in.",
		signIn: "Sign in",
	},
} as const;
