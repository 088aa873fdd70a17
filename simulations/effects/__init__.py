"""Human effects: experiments on the brain, compared with human figures."""
